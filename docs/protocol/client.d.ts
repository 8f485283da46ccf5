// What a client sends. Written by tools/frame_types.py from games/live/frames.py; don't edit.

/** Bid, draw, pass or play. */
export interface ActFrame {
  t: "act";
  id: Id;
  v: Seen;
  /** One of the picture's game.legal. */
  a: string;
}

/** Put a bot on a free seat. */
export interface AddBotFrame {
  t: "add_bot";
  id: Id;
  seat: Seat;
  level?: Level;
}

/** Keep a person away from one's tables, or let them come again. */
export interface BlockFrame {
  t: "block";
  id: Id;
  name: Name;
  yes: boolean;
}

export type Channel = "table" | "spectators" | "partner";

/** Ask for the last messages. */
export interface ChatsFrame {
  t: "chats";
}

/** Take all tricks that are left. */
export interface ClaimFrame {
  t: "claim";
  id: Id;
  v: Seen;
}

/** Want, or don't want, to end the game without a result. */
export interface EndVoteFrame {
  t: "end_vote";
  id: Id;
  yes: boolean;
}

/** Put bots on all free seats. */
export interface FillFrame {
  t: "fill";
  id: Id;
  level?: Level;
}

/** SHA-256 of the client's salt for this table, of its 32 bytes (fairness.md); empty: no salt. */
export type Hash = string;

/** The first frame of every connection: from now on pictures come. */
export interface HelloFrame {
  t: "hello";
  /** The highest version that the client has shown; 0 for none. */
  seen: Seen;
  hash: Hash;
}

/** The request's name, chosen by the client and never used by it again. */
export type Id = string;

/** Ask somebody to the table by user name. */
export interface InviteFrame {
  t: "invite";
  id: Id;
  name: Name;
}

/** Give the seat up. */
export interface LeaveFrame {
  t: "leave";
  id: Id;
}

/** A bot's level: 1 relaxed, 2 club, 3 strong; null or missing: the table's. */
export type Level = number | null;

/** Hide a person's messages from oneself at every table, or show them again. */
export interface MuteFrame {
  t: "mute";
  id: Id;
  name: Name;
  yes: boolean;
}

/** A user name: printable characters. */
export type Name = string;

/** Say one of the phrases, which everybody reads in their own language. */
export interface PhraseFrame {
  t: "phrase";
  id: Id;
  to: Channel;
  code: Word;
}

/** Ask for a sign of life; it is one, too. */
export interface PingFrame {
  t: "ping";
}

/** Say that one plays, after having been away when the last seat was taken. */
export interface ReadyFrame {
  t: "ready";
  id: Id;
}

/** Sit down to another game with the same rules. */
export interface RematchFrame {
  t: "rematch";
  id: Id;
}

/** Report a message or a person to the organizers. */
export interface ReportFrame {
  t: "report";
  id: Id;
  /** A user name; it counts where message is 0. */
  name: string;
  /** A message's id, or 0 for the person as such. */
  message: number;
  reason: Word;
  /** At most 400 characters; may be empty. */
  text: Text;
}

/** Reveal the salt behind the seat's frozen hash. */
export interface RevealFrame {
  t: "reveal";
  id: Id;
  salt: Salt;
}

/** The client's salt for this table: 32 random bytes (fairness.md); empty: it doesn't have the one that is awaited. */
export type Salt = string;

/** Write a message in one's own words. */
export interface SayFrame {
  t: "say";
  id: Id;
  to: Channel;
  /** 1 to 300 characters once blanks are joined; longer ones are refused with a sentence. */
  text: Text;
}

export type Seat = number;

/** The version of the picture that the person decided on. */
export type Seen = number;

/** Take a seat, or move to it. */
export interface SitFrame {
  t: "sit";
  id: Id;
  seat: Seat;
  hash: Hash;
}

/** Ask to change places. */
export interface SwapFrame {
  t: "swap";
  id: Id;
  seat: Seat;
}

/** Ask for the present picture. */
export interface SyncFrame {
  t: "sync";
}

/** Play again where a bot stands in. */
export interface TakeBackFrame {
  t: "take_back";
  id: Id;
}

export type Text = string;

export type Word = string;

export type ClientFrame =
  | HelloFrame
  | RevealFrame
  | ActFrame
  | ClaimFrame
  | SitFrame
  | LeaveFrame
  | AddBotFrame
  | FillFrame
  | TakeBackFrame
  | SwapFrame
  | InviteFrame
  | EndVoteFrame
  | ReadyFrame
  | RematchFrame
  | SayFrame
  | PhraseFrame
  | ChatsFrame
  | MuteFrame
  | BlockFrame
  | ReportFrame
  | PingFrame
  | SyncFrame;
