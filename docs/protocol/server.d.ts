// What the server sends. Written by tools/frame_types.py from server.schema.json; don't edit.

export type Card = string;

export type Cards = Card[];

export type Seat = number;

export type Version = number;

/** ISO 8601, UTC. */
export type Time = string;

export type Id = string;

/** A chosen avatar: motif and colour, or an uploaded picture by its hash. Null: the initials. */
export type Avatar = string | null;

/** What somebody said: a text, or the code of a phrase. */
export interface Message {
  id: number;
  to: "table" | "spectators";
  name: string;
  avatar: Avatar;
  /** The writer is a bot account. */
  program: boolean;
  seat: Seat | null;
  text: string | null;
  phrase: Code | null;
  at: Time;
}

/** Stable; the sentence beside it may change and may be translated. */
export type Code = string;

export type Action = string;

export interface Bid {
  text: string;
  value: number;
  nil: boolean;
  blind: boolean;
  /** The number with which a player opened for their side, whose value is 0; 0 if they said none. */
  opening: number | null;
}

export type Plays = [Seat, Card][];

export interface HandScore {
  hand_no: number;
  thrown_in: Seat[];
  tricks: number[];
  sides: {
    points: number;
    bags: number;
    total: number;
    bags_after: number;
    lines: {
      code: Code;
      text: string;
      points: number;
    }[];
  }[];
  revokes: {
    seat: Seat;
    trick: number;
    card: Card;
    led: string;
  }[];
}

export interface Result {
  winners: Seat[];
  totals: number[];
}

/** The whole rule set; the fields are explained in rules.md. */
export interface Rules {
  preset: string;
  players: number;
  sides: "partners" | "solo";
  jokers: boolean;
  removed: Card[];
  deal: "deal" | "draw";
  first_dealer: "random" | "high_card";
  min_bid: number;
  max_bid: number | null;
  nil: number | null;
  blind_nil: number | null;
  blind_nil_deficit: number;
  blind_bid: number | null;
  blind_bid_deficit: number;
  nil_pass: number;
  blind_nil_pass: number;
  opening_lead: "left_of_dealer" | "two_of_clubs";
  spade_lead: "after_break" | "only_when_void" | "anytime";
  lone_spades_break: boolean;
  trick_points: number;
  overtrick_points: number;
  set_points: number;
  bag_limit: number | null;
  bag_penalty: number;
  failed_nil: "bags" | "help_partner" | "nothing";
  target: number | null;
  max_hands: number | null;
  loss_limit: number | null;
  revoke: "prevented" | "penalised";
  bidding: "free" | "suicide" | "mirror" | "whiz";
  min_side_bid: number;
  programme: string[];
  winner: "highest" | "lowest";
  bid_by: "player" | "side";
  first_hand: "bid" | "bids_itself";
  throw_in: "never" | "no_spades" | "no_spades_or_faces";
  throw_in_below: number;
  first_hand_loses: boolean;
  forbidden_total: number | null;
  ten_for_200: boolean;
  boston_bonus: number;
  high_contracts: string[];
  nil_failed: number | null;
  blind_nil_failed: number | null;
  double_nil: number | null;
  blind_bid_failed: number | null;
  blind_bid_min: number;
  blind_bid_max: number | null;
  nil_partner_min: number;
  level_at_end: "draw" | "one_more";
  set_limit: number | null;
  sets_in_a_row: number | null;
  nil_is_set: boolean;
  slam_wins: boolean;
  boston_wins: boolean;
  point_spread: number | null;
  first_trick: "free" | "no_spades" | "lowest_club";
  high_deuces: ("2C" | "2D" | "2H" | "2S")[];
}

/** The viewer's own view of the game. */
export interface Game {
  preset: string;
  players: number;
  sides: Seat[][];
  target: number | null;
  max_hands: number | null;
  overtrick_points: number;
  bag_limit: number | null;
  phase: "deal" | "draw" | "bid" | "pass" | "play" | "over";
  hand_no: number;
  /** How the hand is bid, or the next one while it is awaited: a word of the programme, or itself; empty without a programme. */
  word: string;
  dealer: Seat;
  to_act: Seat[];
  draw_for_deal: Cards | null;
  bids: (Bid | null)[];
  tricks_won: number[];
  contracts: {
    bid: number | null;
    won: number;
  }[];
  spades_broken: boolean;
  counts: number[];
  trick: {
    leader: Seat;
    plays: Plays;
  } | null;
  history: {
    tricks: {
      leader: Seat;
      plays: Plays;
      winner: Seat;
    }[];
  };
  totals: number[];
  bags: number[];
  sets: number[];
  sets_running: number[];
  scores: HandScore[];
  stock_left: number;
  hands_open: Record<string, Cards> | null;
  result: Result | null;
  ended: "" | "target" | "hands" | "loss_limit" | "spread" | "sets" | "board" | "slam" | "boston";
  seat: Seat | null;
  hand: Cards | null;
  legal: Action[];
  blind_offer: boolean;
  own_discards: Cards;
  drawn_card: Card | null;
  passed: {
    given: Cards;
    received: Cards | null;
  } | null;
}

export interface Invitation {
  table: string;
  status: "open" | "playing" | "finished" | "abandoned";
  kind: "casual" | "match";
  title: string;
  preset: string;
  rated: boolean;
  turn_seconds: number;
  bank_seconds: number;
  by: string | null;
  until: Time;
}

export interface OwnTable {
  table: string;
  status: "open" | "playing" | "finished" | "abandoned";
  kind: "casual" | "match";
  title: string;
  preset: string;
  rated: boolean;
  turn_seconds: number;
  bank_seconds: number;
  seat: Seat;
}

export interface SeatState {
  seat: Seat;
  name: string | null;
  username: string | null;
  bot: boolean;
  program: boolean;
  stand_in: boolean;
  level: number | null;
  online: boolean;
  bank: number;
  swap_to: Seat | null;
  wants_end: boolean;
  ready: boolean;
  country: string | null;
  avatar: Avatar;
  rating: number | null;
  provisional: boolean;
}

/** What happened that the picture alone doesn't tell, at version v. */
export interface News {
  what: "claim" | "last_hand" | "message" | "not_ready" | "replaced";
  seat?: Seat;
  name?: string;
  text?: string;
  v: Version;
}

/** What everybody may know of the table. */
export interface Table {
  id: string;
  status: "open" | "playing" | "finished" | "abandoned";
  kind: "casual" | "match";
  title: string;
  preset: string;
  preset_title: string;
  rules: Rules;
  sides: Seat[][];
  rated: boolean;
  bots_allowed: boolean;
  bots_level: number;
  min_rating: number | null;
  max_rating: number | null;
  bots_at: Time | null;
  ready_by: Time | null;
  seats: SeatState[];
  deadline: Time | null;
  paused: null | {
    at: Time;
    reason: string;
  };
  turn_seconds: number;
  bank_seconds: number;
  start: null | {
    totals: number[];
    bags: number[];
    sets?: number[];
    sets_running?: number[];
  };
  last_hand_after: Time | null;
  invited: string[];
  news: News | null;
  links: Record<string, string | null>;
  commitment: string;
  salts: null | {
    digest: string;
    hashes: BySeat;
    given: BySeat | null;
  };
  closed: boolean;
  result: null | {
    abandoned: string;
  } | {
    winners: Seat[];
    totals: number[];
    places?: number[];
    ended?: string;
    bags: number[];
    hands: number;
  };
  rating_changes: {
    seat: Seat;
    before: number;
    after: number;
  }[] | null;
  version: Version;
}

export type BySeat = string[];

export interface You {
  seat: Seat | null;
  name: string;
  stand_in: boolean;
  can: ("act" | "add_bot" | "claim" | "end_vote" | "fill" | "invite" | "leave" | "ready" | "rematch" | "sit" | "swap" | "take_back")[];
}

/** The whole picture at version v. */
export interface ViewFrame {
  t: "view";
  v: Version;
  table: Table;
  game: Game | null;
  you: You;
  now: Time;
}

/** The request is done and committed. */
export interface AckFrame {
  t: "ack";
  id: Id;
  v: Version;
}

/** The request, or whatever came, changed nothing. */
export interface ErrorFrame {
  t: "error";
  id: Id;
  code: Code;
  message: string;
  v: Version;
}

/** What waits for an account, and where it plays; on the socket of events alone. */
export interface PresentFrame {
  t: "present";
  you: string;
  invitations: Invitation[];
  tables: OwnTable[];
  now: Time;
}

/** The answer to a ping. */
export interface PongFrame {
  t: "pong";
  v: Version;
}

/** A new message. */
export interface ChatFrame {
  t: "chat";
  message: Message;
}

/** The last messages, oldest first. */
export interface ChatsFrame {
  t: "chats";
  messages: Message[];
  older: ("table" | "spectators")[];
}

/** The last frame before the server closes. */
export interface ByeFrame {
  t: "bye";
  code: Code;
  message: string;
}

export type ServerFrame =
  | ViewFrame
  | AckFrame
  | ErrorFrame
  | PresentFrame
  | PongFrame
  | ChatFrame
  | ChatsFrame
  | ByeFrame;
