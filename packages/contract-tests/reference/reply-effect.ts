import type { Exchange, Reply } from "./exchange.ts";
import type { World } from "./world.ts";

/** The context of an effect on a reply. */
export interface ReplyView {
  readonly world: World;
  readonly exchange: Exchange;
}

export type ReplyEffect = (reply: Reply, view: ReplyView) => void;
