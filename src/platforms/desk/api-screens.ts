import { type Context, Hono } from 'hono';
import type {
  Actor,
  FormValues,
  LogFile,
  LogFormat,
  Screen,
  ScreenNote,
} from '../../settings/screens.ts';
import { screenPage } from './addresses.ts';
import { type Body, readBody } from './body.ts';
import type { DeskDeps } from './desk-deps.ts';
import { DeskError } from './desk-error.ts';
import { memberRef, PLATFORM, WORKSPACE } from './places.ts';
import { renderScreen, type ScreenViewing } from './screen-html.ts';

/**
 * Who somebody at the desk is. Whoever sits at this machine can edit its files, so may also change this,
 * unless the configuration names those who may.
 */
export function actorOf({ admins }: Pick<DeskDeps, 'admins'>, member: string): Actor {
  return {
    member: memberRef(member),
    isAdmin: admins === null || admins.includes(member),
    roles: [],
    isExternal: false,
    via: PLATFORM,
  };
}

/** What the desk's screens are drawn with. */
export function screenViewing(
  { workspace }: DeskDeps,
  channel: string | null,
  viewer: string,
): ScreenViewing {
  const people = workspace.members().map(({ id, name }) => ({ ref: memberRef(id), name }));
  return { channel, people, viewer };
}

/** The screens of the settings: `GET` shows one, `POST` takes what was filled in. */
export function createScreensApi(deps: DeskDeps): Hono {
  const { workspace, door } = deps;
  const api = new Hono();

  const answer = async (screen: Screen, channel: string | null, member: string) => ({
    screen,
    html: (await renderScreen(screen, screenViewing(deps, channel, member))).markup,
    ...(screen.type === 'note' ? {} : { page: screenPage(screen.address, channel) }),
  });

  api.get('/screens', async (context) => {
    const channel = channelOf(context.req.query('channel'));
    const member = workspace.member(context.req.query('member') ?? '').id;
    const address = context.req.query('address') ?? 'settings';
    const screen = await door.show(address, actorOf(deps, member), placeOf(channel));
    return context.json(await answer(screen, channel, member));
  });

  api.get('/screens/log', async (context) => {
    const member = workspace.member(context.req.query('member') ?? '').id;
    const by = actorOf(deps, member);
    return sendFile(context, await door.exportLog(readLogFormat(context), by, placeOf(null)));
  });

  api.get('/screens/decisions', async (context) => {
    const member = workspace.member(context.req.query('member') ?? '').id;
    return sendFile(context, await door.exportDecisions(actorOf(deps, member), placeOf(null)));
  });

  api.post('/screens', async (context) => {
    const body = await readBody(context);
    const channel = channelOf(body.optionalText('channel'));
    const member = workspace.member(body.text('member')).id;
    const { address, values } = readWish(body);
    const screen = await door.submit(address, values, actorOf(deps, member), placeOf(channel));
    return context.json(await answer(screen, channel, member));
  });

  const channelOf = (id: string | undefined) =>
    id === undefined || id === '' ? null : workspace.channel(id).id;

  return api;
}

/** How the log is asked for. */
export function readLogFormat(context: Context): LogFormat {
  return context.req.query('format') === 'csv' ? 'csv' : 'jsonl';
}

/** Hands a file over to be kept; throws the sentence of a refusal. */
export function sendFile(context: Context, file: LogFile | ScreenNote): Response {
  if (file.type === 'note') throw new DeskError(403, file.markdown);
  return context.body(file.text, 200, {
    'content-type': `${file.mediaType}; charset=utf-8`,
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'no-store',
  });
}

/** What somebody filled in, and where. */
export async function readScreenWish(
  context: Context,
): Promise<{ readonly address: string; readonly values: FormValues }> {
  return readWish(await readBody(context));
}

function readWish(body: Body) {
  return { address: body.text('address'), values: readValues(body.record('values')) };
}

/** A place of the desk as the settings know it. */
export function placeOf(channel: string | null) {
  return channel === null ? { workspace: WORKSPACE } : { workspace: WORKSPACE, channel };
}

function readValues(given: Readonly<Record<string, unknown>>): FormValues {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
        return [name, value];
      }
      throw new DeskError(400, `“${name.slice(0, 60)}” has to be text or a list of texts.`);
    }),
  );
}
