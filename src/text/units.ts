const UNIT_NAMES: Readonly<Record<string, string>> = {
  ms: 'ms|msec|millisecond|milliseconds|millisekunde|millisekunden',
  s: 's|sec|secs|second|seconds|sekunde|sekunden|sek|seconde|secondes|segundo|segundos|秒',
  min: 'min|mins|minute|minutes|minuten|minuto|minutos|分|分钟|分間|דקות|دقيقة|دقائق',
  h: 'h|hr|hrs|hour|hours|stunde|stunden|std|heure|heures|hora|horas|時間|小时|小時|שעות|ساعة|ساعات',
  day: 'd|day|days|tag|tage|tagen|jour|jours|día|días|dia|dias|日間|天|ימים|أيام|يوم',
  week: 'week|weeks|wk|wks|woche|wochen|semaine|semaines|semana|semanas|週間|周|שבועות|أسابيع',
  month: 'month|months|monat|monate|monaten|mois|mes|meses|ヶ月|か月|个月|個月|חודשים|أشهر',
  year: 'year|years|yr|yrs|jahr|jahre|jahren|ans|année|années|año|años|年間|שנים|سنوات',
  quarter: 'quarter|quarters|quartal|quartale',
  '%': '%|％|٪|percent|per cent|pct|prozent|pour cent|por ciento|パーセント',
  pp: 'percentage points|percentage point|pp|prozentpunkte',
  usd: '$|us$|usd|dollar|dollars|美元|ドル',
  eur: '€|eur|euro|euros|欧元|ユーロ',
  gbp: '£|gbp|pound|pounds',
  jpy: '¥|jpy|yen|円',
  cny: 'cny|rmb|元|块|yuan',
  inr: '₹|inr|rupees',
  chf: 'chf',
  cent: 'cent|cents|ct',
  '×': 'x|×|times|fach',
  '°c': '°c|℃',
  '°f': '°f',
  mph: 'mph',
  'km/h': 'km/h|kph',
  mile: 'mi|mile|miles|meile|meilen',
  meter: 'meter|meters|metre|metres|metern|mètres|metros',
  foot: 'ft|foot|feet',
  inch: 'inch|inches',
  kilo: 'kilo|kilos|kg|kilogram|kilograms',
  gram: 'g|gram|grams|gramm',
  litre: 'l|litre|litres|liter|liters',
  rps: 'rps|req/s|requests/s|requests per second',
  qps: 'qps|queries per second',
};

/** Symbols where case carries meaning (`Mb` is not `MB`) stay as they are. */
const SYMBOLS =
  'km m cm mm µm nm lb lbs oz px rem em pt vh vw Hz kHz MHz GHz THz W kW MW kWh MWh V mV A mA mAh µs us ns b B bit bits byte bytes kb kB KB KiB Mb MB MiB Gb GB GiB Tb TB TiB PB Kbps kbps Mbps Gbps MB/s GB/s KB/s dB fps dpi ppm bps ml mL dl cl rpm bar Pa kPa hPa N J kJ kcal cal vCPU vCPUs GB-hours'.split(
    ' ',
  );

const MULTIPLIERS: Readonly<Record<string, string>> = {
  k: 'k|thousand|tsd|tausend|mille|mil',
  m: 'm|mm|mn|mio|mio.|million|millions|millionen|millones|millón',
  bn: 'b|bn|billion|billions|mrd|mrd.|milliarde|milliarden|milliard|milliards',
  tn: 'tn|trillion|trillions',
};

const UNIT_OF = new Map<string, string>(
  Object.entries(UNIT_NAMES).flatMap(([unit, names]) =>
    names.split('|').map((name) => [name, unit]),
  ),
);
const SYMBOL_SET = new Set(SYMBOLS);
const MULTIPLIER_OF = new Map<string, string>(
  Object.entries(MULTIPLIERS).flatMap(([factor, names]) =>
    names.split('|').map((name) => [name, factor]),
  ),
);

/** The one name all spellings of a unit share (`hours`, `Std` → `h`); null for a word that is no unit. */
export function unitOf(written: string): string | null {
  const name = written.trim().replace(/\s+/g, ' ');
  if (SYMBOL_SET.has(name)) return name;
  return UNIT_OF.get(name.toLowerCase()) ?? null;
}

/** `k`, `m`, `bn` or `tn` for a scale word or letter; null for any other word. */
export function multiplierOf(written: string): string | null {
  return MULTIPLIER_OF.get(written.trim().toLowerCase()) ?? null;
}

const escapeForPattern = (text: string): string => text.replace(/[$.*+?^()[\]{}|\\/]/g, '\\$&');
const longestFirst = (words: Iterable<string>): string =>
  [...words]
    .sort((a, b) => b.length - a.length)
    .map(escapeForPattern)
    .join('|');

/** Pattern source for any unit, longest first; a single letter counts only in the case given. */
export const UNIT_PATTERN = longestFirst([
  ...SYMBOLS,
  ...[...UNIT_OF.keys()].flatMap((name) =>
    name.length === 1 ? [name] : [name, capitalised(name), name.toUpperCase()],
  ),
]);

const SCALES = [...MULTIPLIER_OF.keys()].filter((name) => name !== 'mm');

/** Pattern source for scale words (`million`), which may stand apart from their number. */
export const SCALE_WORD_PATTERN = longestFirst(
  SCALES.filter((name) => name.length > 1).flatMap((name) => [name, capitalised(name)]),
);

/** Pattern source for scale letters (`k`), which stand right behind it. */
export const SCALE_LETTER_PATTERN = longestFirst(
  SCALES.filter((name) => name.length === 1).flatMap((name) => [name, name.toUpperCase()]),
);

function capitalised(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
