// The shapes that several scripts share, for editors and `tsc`: no page loads this file.
import type {
  BidView as Bid,
  Card,
  Channel,
  GameView as Game,
  HandScore,
  Message,
  Plays,
  ResultView as Result,
  Rules,
  SeatNumber as Seat,
  SeatState,
  TableView as Table,
  You,
} from "../../docs/protocol/server";
import type { Stop } from "./table/connection/next.js";

export type {
  AckFrame,
  BidView as Bid,
  ByeFrame,
  Card,
  Channel,
  ChatFrame,
  ChatHistoryFrame,
  ErrorFrame,
  GameView as Game,
  HandScore,
  Message,
  News,
  Plays,
  ResultView as Result,
  Rules,
  SeatNumber as Seat,
  SeatState,
  ServerFrame,
  TableView as Table,
  ViewFrame,
  You,
} from "../../docs/protocol/server";
export type { ActFrame, ClaimFrame, ClientFrame } from "../../docs/protocol/client";
export type { Stop } from "./table/connection/next.js";

export type Suit = "S" | "H" | "D" | "C";
export type Order = "suits" | "suits_up" | "ranks";

/** A finished trick. */
export interface Trick {
  plays: Plays;
  leader: Seat;
  winner: Seat;
}

/** Who took the rest of which hand by a claim; 0 tricks where that isn't known. */
export interface Claimed {
  seat: Seat;
  handNo: number;
  tricks: number;
}

/** What only the table's page knows: nothing here changes the game. */
export interface PageState {
  /** The bid that is marked and not yet sent. */
  picked: string | null;
  /** The card that is to be played as soon as it may be. */
  premove: Card | null;
  claimed: Claimed | null;
  /** The cards marked to be passed on. */
  passing: Card[];
  /** A finished trick that is still shown. */
  held: Trick | null;
  /** The sheet over the felt. */
  open: Sheet;
  /** The page's address, where it must be copied by hand. */
  address: string;
  /** Whether the numbers of a blind bid are asked for. */
  blind: boolean;
  /** Whether a closer who bids nil is asked for the partner's number. */
  nil: boolean;
  /** What was wrong with the last request, shown at the own hand. */
  error: string;
  /** The connection's state. */
  line: LineState;
  /** Why the server closed the connection. */
  reason: string;
  /** What comes after a finished match. */
  next: Stop | null;
  /** What is wrong with the own part in the deals. */
  unfair: Unfair;
  /** The version of the arbiter's message that the viewer has put away. */
  read: number;
  /** What came of dealing the game again. */
  checked: Checked;
  /** Whether the table's terms let the viewer take no seat. */
  barred: boolean;
  /** What players have just reacted, by seat. */
  reactions: Record<number, string>;
  /** The seat that somebody who watches has chosen for the bottom of the picture. */
  bottom: number;
}

/** `PageState` with what is worked out for each drawing. */
export interface Ui extends PageState {
  /** The action that was sent and is not yet in a picture. */
  pending: string | null;
  /** How many cards a row of the own hand may have. */
  perRow: number;
  order: Order;
  /** That another tab signed the person out, or in as somebody else. */
  who: string;
  /** Whether something was sent and is not answered. */
  waitingAnswer: boolean;
}

export type Sheet = "" | "sheet" | "last" | "hand" | "leave" | "stop" | "more";
export type LineState = "connecting" | "open" | "lost" | "closed";
export type Unfair = "" | "reveal" | "changed" | "missing" | "left_out" | "late" | "alone";
export type Checked = "" | "deals_good" | "deals_bad";

/** A side's name: a word of the page, or its players' names. */
export type SideName = { word: "we" | "you" | "they"; names?: undefined } | { word?: undefined; names: string[] };

/** A seat as the table shows it. */
export interface SeatModel extends SeatState {
  /** Where it is drawn: 0 at the bottom, then clockwise. */
  place: number;
  mine: boolean;
  partner: boolean;
  side: number;
  taken: boolean;
  turn: boolean;
  dealer: boolean;
  bid: Bid | null;
  /** Tricks won in this hand. */
  won: number;
  /** How many cards the player holds. */
  cards: number;
  /** The card drawn for the first deal, while that is worth showing. */
  drew: Card | null;
}

/** A player as sentences name them. */
export type Named = Pick<SeatModel, "mine" | "name">;

/** What must be known of a game to say who won it. */
export interface Ended {
  me: Seat | null;
  sides: Seat[][];
  seats: { seat: Seat; name: string | null; mine: boolean; partner: boolean }[];
}

/** A card of the own hand. */
export interface OwnCard {
  card: Card;
  suit: Suit;
  legal: boolean;
  /** To be passed on. */
  marked: boolean;
  /** To be played at the next turn. */
  planned: boolean;
  /** From the partner, just now. */
  received: boolean;
}

/** One side's score, and its contract in this hand. */
export interface SideTotal {
  side: number;
  own: boolean;
  name: SideName;
  total: number;
  bags: number;
  /** How often the side was set, in all and running. */
  sets: number;
  running: number;
  /** Null before anybody has bid, and in a hand that bids itself. */
  bid: number | null;
  won: number;
  /** Whether the whole side has bid. */
  done: boolean;
}

/** What is worth announcing of a finished hand; `seat` where it is one player's doing. */
export interface Outcome {
  kind: string;
  side: number;
  seat: Seat | null;
  tricks?: number;
}

/** The choices of a bid, and what the partner's bid adds up to. */
export interface Bidding {
  numbers: { action: string; value: number }[];
  blindNumbers: { action: string; value: number }[];
  /** The partner's numbers beside the nil of who closes the side's bid. */
  nilNumbers: { action: string; value: number }[];
  /** Whether partners bid together. */
  together: boolean;
  nil: boolean;
  blindNil: boolean;
  look: boolean;
  throwIn: boolean;
  noBlindNil: boolean;
  partner: (Bid & { name: string | null }) | null;
  sum: number;
  bidders: number;
  tricks: number;
}

/** What the game adds to the table's model. */
export interface GameModel {
  /** The seats at turn. */
  acting: Seat[];
  myTurn: boolean;
  legal: string[];
  bidding: Bidding | null;
  passing: { size: number; action: string | null; marked: Card[] } | null;
  blindOffer: boolean;
  scores: HandScore[];
  totals: SideTotal[];
  target: number | null;
  /** How the hand is bid, or the next one between two hands; empty without a programme. */
  word: string;
  maxHands: number | null;
  /** How many hands were thrown in, which don't count. */
  thrownIn: number;
  /**
   * What limits the number of hands. `called`: the hand in play is the last, and not the only one that was agreed; `at`: when the
   * hand in play will be the last, while that is ahead; `late`: it is so because the time was up.
   */
  lastHand: { called: boolean; at: string | null; late: boolean } | null;
  broken: boolean;
  lastTrick: Trick | null;
  /** The trick to show: one that was finished, for a moment, else the present one. */
  trick: { plays: Plays; winner: Seat | null; leader: Seat | null };
  livePlays: Plays;
  hand: { cards: OwnCard[]; rows: OwnCard[][]; choosing: boolean } | null;
  draw: { card: Card | null; left: number; discards: Card[] } | null;
  passed: Game["passed"];
  /** The finished hand's cards as dealt, once everybody may see them. */
  open: Record<string, Card[]> | null;
  result: Result | null;
  ended: Game["ended"];
  bids: (Bid | null)[];
  /** Which trick of the hand is played, and of how many. */
  trickNo: { n: number; all: number } | null;
  outcomes: Outcome[];
}

/** What the table shows of its seats, with or without a game. */
export interface SeatsModel {
  table: Table;
  you: You;
  /** The own seat; null for a spectator. */
  me: Seat | null;
  /** The number of seats. */
  count: number;
  sides: Seat[][];
  version: number;
  status: Table["status"];
  phase: Game["phase"] | null;
  handNo: number;
  /** Whether sides are of more than one. */
  partners: boolean;
  rules: Rules;
  can: Set<You["can"][number]>;
  ui: Ui;
  seats: SeatModel[];
  /** The own seat as it is shown. */
  mine: SeatModel | null;
  /** The seat at the bottom of the picture: the player's own, or the one that is watched. */
  near: SeatModel;
  sideNames: SideName[];
}

export interface Model extends SeatsModel, GameModel {}

/** An element or a text, as dom.js draws it. */
export interface Tree {
  tag: string;
  key: string | null;
  props: Props;
  children: Tree[];
}

/** Attributes (true: present, false or null: absent), `key` (identity among its siblings), `vars` (custom properties). */
export interface Props {
  [attribute: string]: unknown;
  key?: string | number | null;
  vars?: Record<string, string | number>;
  /** The classes, each with a blank between. */
  class?: string | null;
  /** A text's own. */
  text?: string;
}

/** The content of an element: nothing is drawn for null, undefined, false and "". */
export type Child = Tree | string | number | false | null | undefined | Child[];

/** What every view is given. */
export interface Kit extends Drawn {
  /** Large indices and no pictures: phones, and who asked for it. */
  compact: boolean;
}

/** What views of cards need. */
export interface Drawn {
  /** Addresses of the cards' pictures. */
  faces: Record<string, string>;
  /** Path data by name. */
  icons: Record<string, string>;
}

/** What the views of the live table are given. */
export interface TableKit extends Kit {
  /** The viewer could sit down after signing in. */
  comesIn: boolean;
  /** The site's name. */
  site: string;
  /** Why the table's terms let the viewer take no seat, or "". */
  barred: string;
  /** The levels at which bots can play on this site. */
  levels: number[];
  /** Returns the platform's time in ms. */
  now: () => number;
  /** Every rule of the table in words: name, value, and whether it is a house rule. */
  rules: [string, string, boolean][];
  sound: "off" | "soft" | "on";
  order: Order;
  /** Reduced motion. */
  still: boolean;
  /** Reactions aren't shown. */
  unmoved: boolean;
  fourColours: boolean;
  /** What the chat's button shows. */
  chat: ChatTool;
}

export interface ChatTool {
  open: boolean;
  unread: number;
}

/** What can be sent and reported in the chat: the words of each code, in display order. */
export interface Phrases {
  phrases: Record<string, string>;
  reactions: Record<string, string>;
  reasons: Record<string, string>;
}

/** What the table's chat lets its view draw. */
export interface Talk {
  /** The person wants no chat. */
  off: boolean;
  /** The person wants no reactions. */
  unmoved: boolean;
  /** The channel shown. */
  tab: Channel;
  /** The channel in which the person writes. */
  own: Channel;
  /** The channels that the person may read. */
  tabs: Channel[];
  unread: Record<Channel, number>;
  /** Those of the channel shown. */
  messages: Message[];
  /** Whether the channel has messages older than these. */
  older: boolean;
  /** The message whose menu is open. */
  menu: number | null;
  /** The report that is being written. */
  report: Report | null;
  /** What was done, and how to undo it. */
  note: { text: string; undo: string } | null;
  error: string;
  sending: boolean;
  signedIn: boolean;
  /** Whether visitors may play as guests. */
  guests: boolean;
  /** Where visitors and guests sign in. */
  signInAt: string;
  /** Whether the spectators' channel is for members alone, and the person is none. */
  shut: boolean;
  /** Whether own words may be written now. */
  words: boolean;
  /** Why they may not. */
  why: "closed" | "guest" | "rated";
  /** Whether the person may react now. */
  reacts: boolean;
  /** Whether the person may write to the partner now. */
  talks: boolean;
  /** The own user name. */
  me: string;
  phrases: Phrases;
}

/** A report about a message, or about one of several people. */
export interface Report {
  message: Message | null;
  names: string[];
}

/** A finished game's record, as far as pages read it (docs/rules.md has the whole form). */
export interface GameRecord {
  players: string[];
  rules: Rules;
  first_dealer: Seat;
  draw_for_deal?: Card[];
  start?: { totals?: number[]; bags?: number[]; sets?: number[]; sets_running?: number[] };
  hands: { deal?: string[]; stock?: string; actions: string[] }[];
  result: Result;
  "x-fairness": Fairness;
}

/** A record's part in fair deals (docs/fairness.md). */
export interface Fairness {
  algorithm: string;
  commitment: string;
  salts: string[];
  salt_hashes: string[];
}

/** A finished game as its replay needs it (games/tables/replay/timeline.py). */
export interface Replay {
  record: GameRecord;
  /** By seat, with bot accounts marked. */
  names: string[];
  sides: Seat[][];
  /** The levels of bots by seat; null: a person's. */
  bots: (number | null)[];
  avatars: string[];
  hands: ReplayHand[];
}

export interface ReplayHand {
  dealer: Seat;
  /** Seats that could bid blind. */
  unlooked: Seat[];
  /** The winners of the tricks. */
  winners: Seat[];
  /** The action that broke spades. */
  broken: number | null;
  /** Who acted in a player's stead, by the action's index. */
  by: Record<string, string>;
  score: HandScore;
}
