// What the server sends. Written by tools/frame_types.py from games/live/frames.py; don't edit.

export interface Abandoned {
  abandoned: string;
}

/** The request is done and committed. */
export interface AckFrame {
  t: "ack";
  id: string;
  v: Version;
}

export type ActionText = string;

/** A chosen avatar: motif and colour, or an uploaded picture by its hash. Null: the initials. */
export type Avatar = string | null;

export interface BidView {
  text: string;
  value: Count;
  nil: boolean;
  blind: boolean;
  /** The number with which a player opened for their side, whose value is 0; 0 if they said none. */
  opening: Count | null;
}

export type BySeat = string[];

/** The last frame before the server closes. */
export interface ByeFrame {
  t: "bye";
  code: Code;
  message: string;
}

export type Card = string;

export type Cards = Card[];

export type Channel = "table" | "spectators" | "partner";

/** A new message. */
export interface ChatFrame {
  t: "chat";
  message: Message;
}

/** The last messages, oldest first. */
export interface ChatHistoryFrame {
  t: "chats";
  messages: Message[];
  older: Channel[];
}

/** Stable; the sentence beside it may change and may be translated. */
export type Code = string;

export interface Contract {
  bid: number | null;
  won: Count;
}

export type Count = number;

export type Digest = string;

/** The request, or whatever came, changed nothing. */
export interface ErrorFrame {
  t: "error";
  id: string;
  code: Code;
  message: string;
  v: Version;
}

/** The viewer's own view of the game. */
export interface GameView {
  preset: string;
  players: number;
  sides: SeatNumber[][];
  target: number | null;
  max_hands: number | null;
  overtrick_points: number;
  bag_limit: number | null;
  phase: "deal" | "draw" | "bid" | "pass" | "play" | "over";
  hand_no: Count;
  /** How the hand is bid, or the next one while it is awaited: a word of the programme, or itself; empty without a programme. */
  word: string;
  dealer: SeatNumber;
  to_act: SeatNumber[];
  draw_for_deal: Cards | null;
  bids: (BidView | null)[];
  tricks_won: Count[];
  contracts: Contract[];
  spades_broken: boolean;
  counts: number[];
  trick: TrickView | null;
  history: History;
  totals: number[];
  bags: Count[];
  sets: Count[];
  sets_running: Count[];
  scores: HandScore[];
  stock_left: number;
  hands_open: Record<string, Cards> | null;
  result: ResultView | null;
  ended: "" | "target" | "hands" | "loss_limit" | "spread" | "sets" | "board" | "slam" | "boston";
  seat: SeatNumber | null;
  hand: Cards | null;
  legal: ActionText[];
  blind_offer: boolean;
  own_discards: Cards;
  drawn_card: Card | null;
  passed: Passed | null;
}

export interface HandScore {
  hand_no: number;
  /** The hand's number among those that count; that of the next hand, if this one was thrown in. */
  number: number;
  thrown_in: SeatNumber[];
  tricks: Count[];
  sides: SideScore[];
  revokes: RevokeView[];
}

export interface History {
  tricks: WonTrick[];
}

export interface InvitationView {
  table: string;
  status: Status;
  kind: Kind;
  title: string;
  preset: string;
  rated: boolean;
  turn_seconds: number;
  bank_seconds: number;
  by: string | null;
  until: Time;
}

export type Kind = "casual" | "match";

export type Level = number;

/** What somebody said: a text, or the code of a phrase. */
export interface Message {
  id: number;
  to: "table" | "spectators" | "partner";
  name: string;
  avatar: Avatar;
  /** The writer is a bot account. */
  program: boolean;
  seat: SeatNumber | null;
  text: string | null;
  phrase: Code | null;
  at: Time;
}

/** What happened that the picture alone doesn't tell, at version v. */
export interface News {
  what: "claim" | "last_hand" | "message" | "not_ready" | "replaced";
  seat?: SeatNumber;
  name?: string;
  text?: string;
  v: Version;
}

export interface OwnTable {
  table: string;
  status: Status;
  kind: Kind;
  title: string;
  preset: string;
  rated: boolean;
  turn_seconds: number;
  bank_seconds: number;
  seat: SeatNumber;
}

export interface Passed {
  given: Cards;
  received: Cards | null;
}

export interface Pause {
  at: Time;
  reason: string;
}

export type Plays = [SeatNumber, Card][];

/** The answer to a ping. */
export interface PongFrame {
  t: "pong";
  v: Version;
}

/** What waits for an account, and where it plays; on the socket of events alone. */
export interface PresentFrame {
  you: string;
  invitations: InvitationView[];
  tables: OwnTable[];
  t: "present";
  now: Time;
}

export interface RatingChange {
  seat: SeatNumber;
  before: number;
  after: number;
}

export interface ResultView {
  winners: SeatNumber[];
  totals: number[];
}

export interface RevokeView {
  seat: SeatNumber;
  trick: number;
  card: Card;
  led: string;
}

/** The whole rule set; the fields are explained in rules.md. */
export interface Rules {
  preset: string;
  target: number | null;
  max_hands: number | null;
  level_at_end: "draw" | "one_more";
  winner: "highest" | "lowest";
  players: number;
  sides: "partners" | "solo";
  jokers: boolean;
  high_deuces: string[];
  removed: string[];
  deal: "deal" | "draw";
  first_dealer: "random" | "high_card";
  min_bid: number;
  max_bid: number | null;
  nil: number | null;
  blind_nil: number | null;
  blind_nil_deficit: number;
  blind_bid: number | null;
  blind_bid_deficit: number;
  blind_bid_min: number;
  blind_bid_max: number | null;
  nil_partner_min: number;
  bidding: "free" | "suicide" | "mirror" | "whiz";
  programme: string[];
  bid_by: "player" | "side";
  partners_talk: boolean;
  first_hand: "bid" | "bids_itself";
  first_hand_loses: boolean;
  min_side_bid: number;
  throw_in: "never" | "no_spades" | "no_spades_or_faces";
  throw_in_below: number;
  forbidden_total: number | null;
  nil_pass: number;
  blind_nil_pass: number;
  opening_lead: "left_of_dealer" | "two_of_clubs";
  spade_lead: "after_break" | "only_when_void" | "anytime";
  lone_spades_break: boolean;
  first_trick: "free" | "no_spades" | "lowest_club";
  revoke: "prevented" | "penalised";
  trick_points: number;
  overtrick_points: number;
  set_points: number;
  bag_limit: number | null;
  bag_penalty: number;
  failed_nil: "bags" | "help_partner" | "nothing";
  nil_failed: number | null;
  blind_nil_failed: number | null;
  double_nil: number | null;
  blind_bid_failed: number | null;
  ten_for_200: boolean;
  high_contracts: string[];
  boston_bonus: number;
  set_limit: number | null;
  sets_in_a_row: number | null;
  nil_is_set: boolean;
  slam_wins: boolean;
  boston_wins: boolean;
  point_spread: number | null;
  loss_limit: number | null;
}

export interface Salts {
  digest: Digest;
  hashes: BySeat;
  given: BySeat | null;
}

export interface ScoreLineView {
  code: Code;
  text: string;
  points: number;
}

export type SeatNumber = number;

export interface SeatState {
  seat: SeatNumber;
  name: string | null;
  username: string | null;
  bot: boolean;
  program: boolean;
  stand_in: boolean;
  level: Level | null;
  online: boolean;
  bank: number;
  swap_to: SeatNumber | null;
  wants_end: boolean;
  ready: boolean;
  country: string | null;
  avatar: Avatar;
  rating: number | null;
  provisional: boolean;
}

export interface SideScore {
  points: number;
  bags: Count;
  total: number;
  bags_after: Count;
  lines: ScoreLineView[];
}

export interface StartView {
  totals: number[];
  bags: number[];
  sets?: number[];
  sets_running?: number[];
}

export type Status = "open" | "playing" | "finished" | "abandoned";

export interface TableResult {
  winners: SeatNumber[];
  totals: number[];
  places?: number[];
  ended?: string;
  bags: Count[];
  hands: Count;
}

/** What everybody may know of the table. */
export interface TableView {
  id: string;
  status: Status;
  kind: Kind;
  title: string;
  preset: string;
  preset_title: string;
  rules: Rules;
  sides: SeatNumber[][];
  rated: boolean;
  bots_allowed: boolean;
  bots_level: Level;
  min_rating: number | null;
  max_rating: number | null;
  bots_at: Time | null;
  ready_by: Time | null;
  seats: SeatState[];
  deadline: Time | null;
  paused: Pause | null;
  turn_seconds: number;
  bank_seconds: Count;
  no_clock: boolean;
  start: StartView | null;
  last_hand_after: Time | null;
  invited: string[];
  news: News | null;
  links: Record<string, string | null>;
  commitment: Digest;
  salts: Salts | null;
  closed: boolean;
  result: Abandoned | TableResult | null;
  rating_changes: RatingChange[] | null;
  version: Version;
}

/** ISO 8601, UTC. */
export type Time = string;

export interface TrickView {
  leader: SeatNumber;
  plays: Plays;
}

export type Version = number;

/** The whole picture at version v. */
export interface ViewFrame {
  t: "view";
  v: Version;
  table: TableView;
  game: GameView | null;
  you: You;
  now: Time;
}

export interface WonTrick {
  leader: SeatNumber;
  plays: Plays;
  winner: SeatNumber;
}

export interface You {
  seat: SeatNumber | null;
  name: string;
  stand_in: boolean;
  can: ("act" | "add_bot" | "claim" | "end_vote" | "fill" | "invite" | "leave" | "ready" | "rematch" | "sit" | "swap" | "take_back" | "talk")[];
}

export type ServerFrame =
  | ViewFrame
  | AckFrame
  | ErrorFrame
  | PresentFrame
  | PongFrame
  | ChatFrame
  | ChatHistoryFrame
  | ByeFrame;
