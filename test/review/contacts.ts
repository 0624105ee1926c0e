import { createFirstContact, type Reader } from '../../src/review/first-contact.ts';
import type { FindPlatform } from '../../src/review/platform.ts';
import type { MemberRef } from '../../src/review/refs.ts';
import { createContactRepository } from '../../src/store/contact-repository.ts';
import type { Database } from '../../src/store/database.ts';

export interface ContactOptions {
  readonly platform: FindPlatform;
  /** Says what is said once, which tests of other things need not hear. */
  readonly isGreeting?: boolean;
  readonly reader?: Reader | null;
  readonly nameOf?: (member: MemberRef) => Promise<string | null>;
  readonly reportError: (error: unknown) => void;
  readonly now?: () => number;
}

/** What people are asked and told once, over a real database. */
export function openContacts(database: Database, options: ContactOptions) {
  const contacts = createContactRepository(database);
  const greeting = createFirstContact({
    told: contacts,
    platform: options.platform,
    readBy: () => options.reader ?? null,
    reportError: options.reportError,
    now: options.now ?? Date.now,
  });
  const silence = { welcome: async () => undefined, hint: async () => undefined };
  return {
    consents: contacts,
    told: contacts,
    firstContact: options.isGreeting ? greeting : silence,
    nameOf: options.nameOf ?? (async () => null),
  };
}
