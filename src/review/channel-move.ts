/** A channel that its platform gave another id. */
export interface ChannelMove {
  readonly workspace: string;
  readonly from: string;
  readonly to: string;
  /** What refs of things in the channel begin with, before and after. */
  readonly refFrom: string;
  readonly refTo: string;
}
