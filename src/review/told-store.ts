/** Something that is said once in a workspace, such as the first hint in a channel. */
export interface Telling {
  readonly platform: string;
  readonly workspace: string;
  readonly subject: string;
}

/** Remembers what was said once, over restarts and processes. */
export interface ToldStore {
  /** True for the first who wants to say it. */
  tell(telling: Telling, at: number): Promise<boolean>;
  /** True once it was said. */
  wasTold(telling: Telling): Promise<boolean>;
  /** It reached nobody after all: the next one may say it. */
  takeBack(telling: Telling): Promise<void>;
}
