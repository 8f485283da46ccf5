// What a client sends. Written by tools/frame_types.py from client.schema.json; don't edit.

/** A bot's level: 1 relaxed, 2 club, 3 strong; null or missing: the table's. */
export type Level = number | null;

/** The request's name, chosen by the client and never used by it again. */
export type Id = string;

export type Seat = number;

/** A user name: printable characters. */
export type Name = string;

export type Channel = "table" | "spectators";

export type Code = string;

export type Text = string;

/** The version of the picture that the person decided on. */
export type Version = number;

/** SHA-256 of the client's salt for this table, of its 32 bytes (fairness.md); empty: no salt. */
export type Hash = string;

/** The client's salt for this table: 32 random bytes (fairness.md); empty: it doesn't have the one that is awaited. */
export type Salt = string;

/** The first frame of every connection: from now on pictures come. */
export interface HelloFrame {
  t: "hello";
  /** The highest version that the client has shown; 0 for none. */
  seen: Version;
  hash: Hash;
}

/** Reveal the salt behind the seat's frozen hash. */
export interface RevealFrame {
  t: "reveal";
  id: Id;
  salt: Salt;
}

/** Bid, draw, pass or play. */
export interface ActFrame {
  t: "act";
  id: Id;
  v: Version;
  /** One of the picture's game.legal. */
  a: string;
}

/** Take all tricks that are left. */
export interface ClaimFrame {
  t: "claim";
  id: Id;
  v: Version;
}

/** Take a seat, or move to it. */
export interface SitFrame {
  t: "sit";
  id: Id;
  seat: Seat;
  hash: Hash;
}

/** Give the seat up. */
export interface LeaveFrame {
  t: "leave";
  id: Id;
}

/** Put a bot on a free seat. */
export interface AddBotFrame {
  t: "add_bot";
  id: Id;
  seat: Seat;
  level?: Level;
}

/** Put bots on all free seats. */
export interface FillFrame {
  t: "fill";
  id: Id;
  level?: Level;
}

/** Play again where a bot stands in. */
export interface TakeBackFrame {
  t: "take_back";
  id: Id;
}

/** Ask to change places. */
export interface SwapFrame {
  t: "swap";
  id: Id;
  seat: Seat;
}

/** Ask somebody to the table by user name. */
export interface InviteFrame {
  t: "invite";
  id: Id;
  name: Name;
}

/** Want, or don't want, to end the game without a result. */
export interface EndVoteFrame {
  t: "end_vote";
  id: Id;
  yes: boolean;
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

/** Write a message in one's own words. */
export interface SayFrame {
  t: "say";
  id: Id;
  to: Channel;
  /** 1 to 300 characters once blanks are joined; longer ones are refused with a sentence. */
  text: Text;
}

/** Say one of the phrases, which everybody reads in their own language. */
export interface PhraseFrame {
  t: "phrase";
  id: Id;
  to: Channel;
  code: Code;
}

/** Ask for the last messages. */
export interface ChatsFrame {
  t: "chats";
}

/** Hide a person's messages from oneself at every table, or show them again. */
export interface MuteFrame {
  t: "mute";
  id: Id;
  name: Name;
  yes: boolean;
}

/** Keep a person away from one's tables, or let them come again. */
export interface BlockFrame {
  t: "block";
  id: Id;
  name: Name;
  yes: boolean;
}

/** Report a message or a person to the organizers. */
export interface ReportFrame {
  t: "report";
  id: Id;
  /** A user name; it counts where message is 0. */
  name: string;
  /** A message's id, or 0 for the person as such. */
  message: number;
  reason: Code;
  /** At most 400 characters; may be empty. */
  text: Text;
}

/** Ask for a sign of life; it is one, too. */
export interface PingFrame {
  t: "ping";
}

/** Ask for the present picture. */
export interface SyncFrame {
  t: "sync";
}

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
