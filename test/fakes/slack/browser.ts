/* A person's browser on the way through an installation: cookies, redirects, the page that asks. */
import type { Core } from './core.ts';
import { checkAuthorize } from './methods/oauth.ts';
import type { MemberRecord, WorkspaceRecord } from './world.ts';

/** A page as the browser ends on it. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly body: string;
  /** Set on the page that asks for consent. */
  readonly consent: Consent | null;
}

export interface Consent {
  /** What the app asks for. */
  readonly scopes: readonly string[];
  /** Agrees: to all, or to fewer where the app marked some as optional; for the whole organisation when said. */
  allow(as?: {
    readonly scopes?: readonly string[];
    readonly isEnterprise?: boolean;
  }): Promise<Page>;
  /** Says no. */
  deny(): Promise<Page>;
}

const MOST_HOPS = 10;

/** A browser with its cookies, signed in as a member. */
export function openBrowser(core: Core, member: MemberRecord) {
  const cookies = new Map<string, string>();

  async function visit(url: string): Promise<Page> {
    let at = url;
    for (let hops = 0; hops < MOST_HOPS; hops += 1) {
      if (at.startsWith(core.urls.authorize)) return ask(new URL(at));
      const response = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const to = response.headers.get('location');
      if (to === null) {
        return { url: at, status: response.status, body: await response.text(), consent: null };
      }
      at = new URL(to, at).href;
    }
    throw new Error(`${url} redirects without end`);
  }

  function ask(url: URL): Page {
    const scopes = checkAuthorize(core, url.searchParams);
    const redirectUri = url.searchParams.get('redirect_uri');
    const state = url.searchParams.get('state') ?? '';
    const back = (query: Record<string, string>): Promise<Page> => {
      const to = new URL(redirectUri ?? core.app.redirectUrl);
      for (const [name, value] of Object.entries({ ...query, state }))
        to.searchParams.set(name, value);
      return visit(to.href);
    };
    const workspace = core.world.workspaces.get(member.teamId) as WorkspaceRecord;
    return {
      url: url.href,
      status: 200,
      body: '',
      consent: {
        scopes,
        allow({ scopes: granted = scopes, isEnterprise = false } = {}) {
          const code = `${core.world.id('')}.${Math.random().toString(36).slice(2)}`;
          const at = core.world.now();
          core.grants.push({
            code,
            at,
            redirectUri,
            workspace,
            isEnterprise,
            by: member,
            scopes: granted,
            isUsed: false,
          });
          return back({ code });
        },
        deny: () => back({ error: 'access_denied' }),
      },
    };
  }

  return { visit };
}
