/*
 * Turns pictures into PNG. resvg runs as WebAssembly, so that every platform and Node draws the same pixels
 * and nothing has to be compiled; its letters come from a font that is brought along (Inter, in the pieces
 * that names are written with), because no fonts of the machine can be counted on.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { SvgPicture } from '../review/stats-plots.ts';
import { FONT_PIECES } from './drawable.ts';

/** Fine enough for screens with two pixels to a point. */
export const PNG_SCALE = 2;

const { resolve } = createRequire(import.meta.url);
let ready: Promise<Uint8Array[]> | null = null;

/** Turns a picture into a PNG, `PNG_SCALE` pixels to a point. */
export async function toPng({ svg }: SvgPicture): Promise<Uint8Array> {
  ready ??= load();
  const fontBuffers = await ready;
  const drawing = new Resvg(svg, {
    fitTo: { mode: 'zoom', value: PNG_SCALE },
    font: { fontBuffers, defaultFontFamily: 'Inter', sansSerifFamily: 'Inter' },
  });
  try {
    const image = drawing.render();
    const png = image.asPng();
    image.free();
    return png;
  } finally {
    drawing.free();
  }
}

async function load(): Promise<Uint8Array[]> {
  const [fonts] = await Promise.all([
    Promise.all(
      FONT_PIECES.map((name) =>
        readFile(resolve(`@fontsource/inter/files/inter-${name}-normal.woff2`)),
      ),
    ),
    readFile(resolve('@resvg/resvg-wasm/index_bg.wasm')).then((code) => initWasm(code)),
  ]);
  return fonts;
}
