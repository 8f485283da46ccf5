// The shapes of the socket's frames (docs/protocol.md) and of what the page knows, for editors and readers: no page loads this file.

/**
 * @typedef {object} Seat
 * @property {number} seat
 * @property {string | null} name
 * @property {string | null} username
 * @property {boolean} bot
 * @property {boolean} stand_in a bot plays for the person
 * @property {boolean} online
 * @property {number | null} rating
 * @property {boolean} provisional
 * @property {number} bank seconds left in the player's bank when the present turn began
 * @property {number | null} swap_to the seat that the player asks to change with
 * @property {boolean} wants_end the player agrees to end the game without a result
 *
 * @typedef {object} Table
 * @property {string} id
 * @property {"open" | "playing" | "finished" | "abandoned"} status
 * @property {"casual" | "match"} kind
 * @property {string} title
 * @property {string} preset_title
 * @property {boolean} rated
 * @property {Seat[]} seats
 * @property {string | null} deadline when the turn's own time is up; after it the bank of who is at turn runs
 * @property {number} turn_seconds
 * @property {number} bank_seconds
 * @property {boolean} bots_allowed
 * @property {string[]} invited who was asked to the open table by name and hasn't answered
 * @property {{what: string, seat: number, v: number} | null} news what happened last that pictures alone don't tell
 * @property {string} commitment
 * @property {{digest: string, hashes: string[], given: string[] | null} | null} salts
 * @property {Record<string, string | null>} links
 * @property {{seat: number, before: number, after: number}[] | null} rating_changes
 *
 * @typedef {object} ViewFrame
 * @property {"view"} t
 * @property {number} v
 * @property {Table} table
 * @property {any} game the engine's view of the viewer, or null before the start
 * @property {{seat: number | null, name: string, stand_in: boolean, can: string[]}} you
 * @property {string} now
 */

/**
 * What only this page knows: nothing here changes the game.
 * @typedef {object} Ui
 * @property {string | null} picked the bid that is marked and not yet sent
 * @property {string | null} premove the card that is to be played as soon as it may be
 * @property {string} order how the own hand is sorted
 * @property {{seat: number, handNo: number, tricks: number} | null} claimed who took the rest of which hand by a claim
 * @property {string[]} passing the cards marked to be passed on
 * @property {string | null} pending the action that was sent and is not yet in a picture
 * @property {{plays: [number, string][], leader: number, winner: number} | null} held a finished trick still shown
 * @property {"" | "sheet" | "last" | "hand" | "leave" | "stop" | "more"} open the sheet that lies over the felt
 * @property {string} address the page's address, where it must be copied by hand
 * @property {number} rows rows of the own hand
 * @property {boolean} blind the numbers of a blind bid are asked for
 * @property {string} error what was wrong with the last wish, shown at the own hand
 * @property {string} line the connection's state
 * @property {string} who that another tab signed the person out or in as somebody else
 * @property {boolean} waitingAnswer something was sent and is not answered
 * @property {string} reason why the server closed the connection
 * @property {import("./table/next.js").Stop | null} next what comes after a finished match
 * @property {string} unfair what is wrong with the own part in the deals (salt.js)
 * @property {string} checked what came of dealing the game again (check.js)
 * @property {boolean} barred the table's terms let the viewer take no seat
 */

export {};
