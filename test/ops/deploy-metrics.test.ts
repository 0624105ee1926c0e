import { readFileSync } from 'node:fs';
import { parser } from '@prometheus-io/lezer-promql';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../../src/ops/metrics.ts';
import { pathTo } from '../../src/package-root.ts';

interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly annotations: { readonly summary: string; readonly action: string };
}

const { panels } = JSON.parse(readFileSync(pathTo('deploy/grafana-dashboard.json'), 'utf8')) as {
  readonly panels: readonly Panel[];
};
const { groups } = parse(readFileSync(pathTo('deploy/alerts.yml'), 'utf8')) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const expressions = [
  ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
];

/** What a Prometheus expression asks for, by the grammar of Prometheus itself; Grafana's variable is a time. */
function read(expression: string) {
  const text = expression.replaceAll('$__rate_interval', '1m');
  const metrics: string[] = [];
  const labels: string[] = [];
  let isBroken = false;
  parser.parse(text).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) isBroken = true;
      if (type.name === 'Identifier') metrics.push(text.slice(from, to));
      if (type.name === 'LabelName') labels.push(text.slice(from, to));
    },
  });
  return { metrics, labels, isBroken };
}

/** Every series a process exports, with the labels it may carry. */
function exported() {
  const metrics = createMetrics();
  metrics.ask({
    queue: async () => ({ waiting: 0, active: 0 }),
    isReady: async () => true,
    isModelUp: () => true,
  });
  const series = new Map<string, readonly string[]>([['up', ['job', 'instance']]]);
  for (const { name, type, labels } of metrics.described()) {
    const endings = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
    for (const ending of endings) series.set(name + ending, [...labels, 'le', 'instance']);
  }
  return series;
}

describe('the dashboard and the alert rules', () => {
  const series = exported();

  it.each(expressions)('ask only for what a process tells: %s: %s', (_, expression) => {
    const { metrics, labels, isBroken } = read(expression);
    expect(isBroken).toBe(false);
    expect(metrics.length).toBeGreaterThan(0);
    for (const metric of metrics) expect([...series.keys()]).toContain(metric);
    const known = metrics.flatMap((metric) => series.get(metric) ?? []);
    for (const label of labels) expect(known).toContain(label);
  });

  it('would notice a name that is not told, and an expression that is none', () => {
    expect(read('sum(bluepencil_nothing_total)').metrics).toEqual(['bluepencil_nothing_total']);
    expect(series.has('bluepencil_nothing_total')).toBe(false);
    expect(read('sum(rate(up[5m])').isBroken).toBe(true);
  });

  it('show or watch everything of ours', () => {
    const asked = new Set(expressions.flatMap(([, expression]) => read(expression).metrics));
    const ours = [...series.keys()].filter((name) => name.startsWith('bluepencil_'));
    const untold = ours.filter((name) => !asked.has(name) && !/_(?:sum|count)$/.test(name));
    expect(untold).toEqual([]);
  });

  it('say what each thing means and what to do', () => {
    for (const { title, description, targets } of panels) {
      if (targets !== undefined) expect(description, title).toMatch(/\.$/);
    }
    for (const { alert, annotations } of rules) {
      expect(annotations.summary, alert).toMatch(/\.$/);
      expect(annotations.action, alert).toMatch(/\.$/);
    }
  });
});
