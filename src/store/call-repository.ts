import { and, asc, eq, gte, notExists, type SQL, sql } from 'drizzle-orm';
import type { CallWords } from '../loop/metered-call.ts';
import type { CallReader, CallScope, CallStore, Intent } from '../review/call-store.ts';
import type { StatementBuilder } from './atomic.ts';
import type { Database } from './database.ts';
import { insertTexts } from './run-rows.ts';
import type { Tables } from './tables.ts';
import { textOwner } from './texts.ts';
import { takeTurn } from './turns.ts';

/** Keeps model calls in a database. */
export function createCallRepository({ read, atomic, tables }: Database): CallStore & CallReader {
  const { modelCalls, setAside, texts } = tables;
  return {
    async record({ at, ...call }, words = null) {
      const tokens = call.inputTokens + call.outputTokens;
      const cost = call.cost ?? 0;
      await atomic((db) => [
        db
          .update(setAside)
          .set({
            tokens: sql`CASE WHEN ${setAside.tokens} > ${tokens} THEN ${setAside.tokens} - ${tokens} ELSE 0 END`,
            cost: sql`CASE WHEN ${setAside.cost} > ${cost} THEN ${setAside.cost} - ${cost} ELSE 0 END`,
          })
          .where(and(eq(setAside.runId, call.runId), isNew(db, call.id))),
        db
          .insert(modelCalls)
          .values({ ...call, at: new Date(at) })
          .onConflictDoNothing(),
      ]);
      if (words === null) return;
      // Apart, so that what was spent stays known where the words cannot be kept.
      await atomic((db) => insertTexts(db, call.runId, [[textOwner.call(call.id), words]]));
    },

    async setAside(intent) {
      const { runId, workspace, channel, member, cost } = intent;
      const tokens = Math.ceil(intent.tokens);
      const fits = conditionOf(tables, { ...intent, tokens });
      const [, , kept] = await atomic((db) => [
        takeTurn(db, `spending/${workspace}`),
        db.delete(setAside).where(eq(setAside.runId, runId)),
        db
          .insert(setAside)
          .select(
            sql`SELECT ${runId}, ${workspace}, ${channel}, ${member}, ${whole(tokens)}, ${real(cost)} WHERE ${fits}`,
          )
          .returning({ runId: setAside.runId }),
      ]);
      return kept.length > 0;
    },

    async callsOf(ref) {
      const [rows] = await read((db) => [
        db
          .select({ call: modelCalls, body: texts.body })
          .from(modelCalls)
          .leftJoin(
            texts,
            and(
              eq(texts.runId, modelCalls.runId),
              eq(texts.owner, sql`${textOwner.call('')} || ${modelCalls.id}`),
            ),
          )
          .where(eq(sql`substr(${modelCalls.runId}, 1, ${whole(ref.length)})`, ref))
          .orderBy(asc(modelCalls.at), asc(modelCalls.id)),
      ]);
      return (rows ?? []).map(({ call, body }) => ({
        ...call,
        at: call.at.getTime(),
        // Only `record` writes these.
        words: body === null ? null : (JSON.parse(body) as CallWords),
      }));
    },

    async spentSince(scope, since) {
      const [[sums]] = await read((db) => [
        db
          .select({
            calls: sql<number>`count(*)`,
            tokens: sql<number | null>`sum(${modelCalls.inputTokens} + ${modelCalls.outputTokens})`,
            cost: sql<number | null>`sum(${modelCalls.cost})`,
          })
          .from(modelCalls)
          .where(and(isIn(modelCalls, scope), gte(modelCalls.at, new Date(since)))),
      ]);
      return {
        calls: Number(sums?.calls ?? 0),
        tokens: Number(sums?.tokens ?? 0),
        cost: Number(sums?.cost ?? 0),
      };
    },
  };
}

function isNew(db: StatementBuilder, id: string) {
  const { modelCalls } = db.tables;
  return notExists(db.select({ id: modelCalls.id }).from(modelCalls).where(eq(modelCalls.id, id)));
}

function isIn(
  table: Tables['modelCalls'] | Tables['setAside'],
  { workspace, channel, member }: CallScope,
) {
  return and(
    eq(table.workspace, workspace),
    channel === undefined ? undefined : eq(table.channel, channel),
    member === undefined ? undefined : eq(table.member, member),
  );
}

/** True while nothing passes a limit: what was spent, what other runs that live have set aside, and this. */
function conditionOf({ modelCalls, runs, setAside }: Tables, intent: Intent): SQL {
  const { runId, workspace, channel, member, tokens, cost, limits } = intent;
  const since = sql.param(new Date(limits.since), modelCalls.at);
  const spentTokens = sql`${modelCalls.inputTokens} + ${modelCalls.outputTokens}`;
  const total = (what: 'tokens' | 'cost', scope: Omit<CallScope, 'workspace'>) => {
    const [spent, mine] =
      what === 'tokens' ? [spentTokens, whole(tokens)] : [modelCalls.cost, real(cost)];
    return sql`coalesce((SELECT sum(${spent}) FROM ${modelCalls}
        WHERE ${isIn(modelCalls, { workspace, ...scope })} AND ${modelCalls.at} >= ${since}), 0)
      + coalesce((SELECT sum(${setAside[what]}) FROM ${setAside}
        WHERE ${isIn(setAside, { workspace, ...scope })} AND ${setAside.runId} <> ${runId}
        AND NOT EXISTS (SELECT 1 FROM ${runs} WHERE ${runs.id} = ${setAside.runId} AND ${runs.status} = 'finished')), 0)
      + ${mine}`;
  };
  const { tokensPerMember, tokensPerChannel, tokensPerWorkspace, costPerWorkspace } = limits;
  const conditions: SQL[] = [sql`1 = 1`];
  if (tokensPerMember !== null && member !== null) {
    conditions.push(sql`${total('tokens', { member })} <= ${whole(tokensPerMember)}`);
  }
  if (tokensPerChannel !== null && channel !== null) {
    conditions.push(sql`${total('tokens', { channel })} <= ${whole(tokensPerChannel)}`);
  }
  if (tokensPerWorkspace !== null) {
    conditions.push(sql`${total('tokens', {})} <= ${whole(tokensPerWorkspace)}`);
  }
  if (costPerWorkspace !== null) {
    conditions.push(sql`${total('cost', {})} <= ${real(costPerWorkspace)}`);
  }
  return sql.join(conditions, sql` AND `);
}

// A parameter has no type of its own where nothing around it says one.
const whole = (value: number) => sql`CAST(${value} AS integer)`;
const real = (value: number) => sql`CAST(${value} AS double precision)`;
