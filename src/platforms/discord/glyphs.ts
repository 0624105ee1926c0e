/* The letters of the pictures: lines of a pen, in heights of a capital letter, from the top left. */

export type Point = readonly [number, number];

export interface Glyph {
  readonly width: number;
  readonly lines: readonly (readonly Point[])[];
  /** The width of the pen; the usual one when left out. */
  readonly pen?: number;
}

/** A part of an ellipse, in degrees clockwise from the right. */
function arc(centre: Point, radii: Point, from: number, to: number): Point[] {
  const pieces = Math.ceil(Math.abs(to - from) / 12);
  return Array.from({ length: pieces + 1 }, (_, at) => {
    const angle = ((from + ((to - from) * at) / pieces) * Math.PI) / 180;
    return [centre[0] + radii[0] * Math.cos(angle), centre[1] + radii[1] * Math.sin(angle)];
  });
}

const ring = arc([0.44, 0.5], [0.44, 0.5], 0, 360);
const bowl: Point[] = [[0, 0], [0.33, 0], ...arc([0.33, 0.27], [0.27, 0.27], -90, 90), [0, 0.54]];
const stem: Point[] = [
  [0, 0],
  [0, 1],
];

export const GLYPHS: Readonly<Record<string, Glyph>> = {
  a: {
    width: 0.76,
    lines: [
      [
        [0, 1],
        [0.38, 0],
        [0.76, 1],
      ],
      [
        [0.14, 0.64],
        [0.62, 0.64],
      ],
    ],
  },
  b: {
    width: 0.62,
    lines: [
      stem,
      [[0, 0], [0.32, 0], ...arc([0.32, 0.24], [0.24, 0.24], -90, 90), [0, 0.48]],
      [[0.32, 0.48], ...arc([0.36, 0.74], [0.26, 0.26], -90, 90), [0, 1]],
    ],
  },
  c: { width: 0.76, lines: [arc([0.44, 0.5], [0.44, 0.5], -48, -312)] },
  d: {
    width: 0.68,
    lines: [[[0, 0], [0.22, 0], ...arc([0.22, 0.5], [0.46, 0.5], -90, 90), [0, 1], [0, 0]]],
  },
  e: {
    width: 0.52,
    lines: [
      [
        [0.52, 0],
        [0, 0],
        [0, 1],
        [0.52, 1],
      ],
      [
        [0, 0.48],
        [0.45, 0.48],
      ],
    ],
  },
  f: {
    width: 0.5,
    lines: [
      [
        [0.5, 0],
        [0, 0],
        [0, 1],
      ],
      [
        [0, 0.5],
        [0.43, 0.5],
      ],
    ],
  },
  g: { width: 0.86, lines: [[...arc([0.44, 0.5], [0.44, 0.5], -48, -360), [0.52, 0.52]]] },
  h: {
    width: 0.66,
    lines: [
      stem,
      [
        [0.66, 0],
        [0.66, 1],
      ],
      [
        [0, 0.49],
        [0.66, 0.49],
      ],
    ],
  },
  i: { width: 0.02, lines: [stem] },
  j: { width: 0.42, lines: [[[0.42, 0], ...arc([0.21, 0.78], [0.21, 0.22], 0, 170)]] },
  k: {
    width: 0.62,
    lines: [
      stem,
      [
        [0.58, 0],
        [0, 0.6],
      ],
      [
        [0.22, 0.4],
        [0.62, 1],
      ],
    ],
  },
  l: {
    width: 0.48,
    lines: [
      [
        [0, 0],
        [0, 1],
        [0.48, 1],
      ],
    ],
  },
  m: {
    width: 0.84,
    lines: [
      [
        [0, 1],
        [0, 0],
        [0.42, 0.62],
        [0.84, 0],
        [0.84, 1],
      ],
    ],
  },
  n: {
    width: 0.68,
    lines: [
      [
        [0, 1],
        [0, 0],
        [0.68, 1],
        [0.68, 0],
      ],
    ],
  },
  o: { width: 0.88, lines: [ring] },
  p: { width: 0.6, lines: [stem, bowl] },
  q: {
    width: 0.88,
    lines: [
      ring,
      [
        [0.56, 0.72],
        [0.84, 1.04],
      ],
    ],
  },
  r: {
    width: 0.62,
    lines: [
      stem,
      bowl,
      [
        [0.3, 0.54],
        [0.62, 1],
      ],
    ],
  },
  s: {
    width: 0.6,
    lines: [
      [
        ...arc([0.3, 0.255], [0.27, 0.255], -25, -270),
        ...arc([0.3, 0.755], [0.3, 0.245], -90, 155),
      ],
    ],
  },
  t: {
    width: 0.68,
    lines: [
      [
        [0, 0],
        [0.68, 0],
      ],
      [
        [0.34, 0],
        [0.34, 1],
      ],
    ],
  },
  u: { width: 0.66, lines: [[[0, 0], ...arc([0.33, 0.67], [0.33, 0.33], 180, 0), [0.66, 0]]] },
  v: {
    width: 0.74,
    lines: [
      [
        [0, 0],
        [0.37, 1],
        [0.74, 0],
      ],
    ],
  },
  w: {
    width: 1.06,
    lines: [
      [
        [0, 0],
        [0.27, 1],
        [0.53, 0.12],
        [0.79, 1],
        [1.06, 0],
      ],
    ],
  },
  x: {
    width: 0.64,
    lines: [
      [
        [0, 0],
        [0.64, 1],
      ],
      [
        [0.64, 0],
        [0, 1],
      ],
    ],
  },
  y: {
    width: 0.68,
    lines: [
      [
        [0, 0],
        [0.34, 0.5],
        [0.68, 0],
      ],
      [
        [0.34, 0.5],
        [0.34, 1],
      ],
    ],
  },
  z: {
    width: 0.6,
    lines: [
      [
        [0, 0],
        [0.6, 0],
        [0, 1],
        [0.6, 1],
      ],
    ],
  },
};

/** A pencil that has just drawn a line. */
export const PENCIL: Glyph = {
  width: 1,
  pen: 0.075,
  lines: [
    [
      [0.14, 0.7],
      [0.72, 0.12],
      [0.9, 0.3],
      [0.32, 0.88],
      [0.06, 0.96],
      [0.14, 0.7],
    ],
    [
      [0.6, 0.24],
      [0.78, 0.42],
    ],
    [
      [0.14, 0.7],
      [0.32, 0.88],
    ],
    [
      [0.56, 0.96],
      [0.96, 0.96],
    ],
  ],
};
