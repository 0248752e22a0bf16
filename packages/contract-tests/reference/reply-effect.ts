import type { Exchange, Reply } from "./exchange.ts";
import type { World } from "./world.ts";

/** What an effect on a reply may look at. */
export interface ReplyView {
  readonly world: World;
  readonly exchange: Exchange;
}

export type ReplyEffect = (reply: Reply, view: ReplyView) => void;
