import type { DeskChannel, DeskMember } from './desk-store.ts';
import type { Said } from './speech.ts';
import type { Workspace } from './workspace.ts';

/*
 * What a first visit finds: people of an invented ferry company and drafts as they write them in a hurry.
 */

const MEMBERS: readonly DeskMember[] = [
  { id: 'ines', name: 'Ines Valtari', title: 'Communications' },
  { id: 'tomek', name: 'Tomek Brandl', title: 'Engineering' },
  { id: 'noor', name: 'Noor Haddin', title: 'People' },
  { id: 'lars', name: 'Lars Okonjo', title: 'Support' },
];

const CHANNELS: readonly DeskChannel[] = [
  {
    id: 'announcements',
    name: 'announcements',
    topic: 'Drafts before everybody reads them',
    privateTo: null,
  },
  { id: 'hiring', name: 'hiring', topic: 'Job ads and letters', privateTo: null },
];

const RELEASE_NOTE = `**Timetable app 3.8** is on its way to the stores

- You can now save a crossing as favourite, it will show up on the start screen even when your offline.
- The departures list loads alot faster on older phones. In our measurements from 4.1 s to 1.3 s on average.
- Fixed: tickets bought just before midnight where sometimes dated to the next day.
- Fixed: screen readers read the platform number twice.

Known issue: on tablets the map might not rotate. We're on it, see [the list of known issues](https://example.com/timetable/known-issues).`;

const INCIDENT = `Hi all,

Due to some problems that were experienced with the ticket service yesterday evening, a number of passengers may have been charged twice. The service was affected between 18:40 and 20:05 (1 h 15 min). The cause was a a configuration change that was rolled out during the afternoon and has been reverted in the meantime.

We are currently looking into which payments are affected and will be taking the neccessary steps as soon as possible. Refunds are going to be made automatically, passengers do not have to do anything, except if they paid with a voucher, in that case they should write to support@example.com.

Sorry for the inconvenience!
Tomek for the platform team`;

const JOB_AD = `### Deckhand (m/f/d), Saltholm line, from March

We are looking for a young and dynamic deckhand who is not afraid to get their hands dirty. You will moor the ferry, direct cars, keep an eye on safety and help passengers, in a team of six on rotating shifts (4 days on, 3 days off).

What you bring: a seafarer's medical certificate, basic Danish or English, being a team player, ideally first experience on a ferry or in a similiar environment.

What we offer: a permanent contract, pay by the collective agreement, free crossings for you and your family and a great atmosphere.

Interested? Write to jobs@example.com until February 12.`;

const HOUR = 3_600_000;

/** Fills a desk that nobody has used; one that has members is left as it is. */
export async function addSamples(
  workspace: Workspace,
  now: () => number = Date.now,
): Promise<void> {
  if (workspace.members().length > 0) return;
  await workspace.add({ members: MEMBERS, channels: CHANNELS });
  const said: readonly (Omit<Said, 'root'> & { readonly hoursAgo: number })[] = [
    { channel: 'hiring', author: 'noor', text: JOB_AD, hoursAgo: 3 },
    { channel: 'announcements', author: 'ines', text: RELEASE_NOTE, hoursAgo: 2 },
    { channel: 'announcements', author: 'tomek', text: INCIDENT, hoursAgo: 0.4 },
  ];
  for (const [at, { hoursAgo, ...draft }] of said.entries()) {
    const message = await workspace.say({
      ...draft,
      // Of several processes that start at once each says the same messages, before all others.
      id: `${at}`.padStart(18, '0'),
      root: null,
      at: now() - hoursAgo * HOUR,
    });
    for (const { id } of MEMBERS) await workspace.markRead(id, draft.channel, message.id);
  }
}
