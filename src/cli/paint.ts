import { styleText } from 'node:util';
import type { CommandIo } from './io.ts';

/** Puts a little emphasis on words where a person reads them in a terminal; the identity elsewhere. */
export interface Paint {
  strong(text: string): string;
  faint(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

/** Colour only on a terminal that has not said no (`NO_COLOR`, `TERM=dumb`). */
export function createPaint(stream: CommandIo['stdout'], env: CommandIo['env']): Paint {
  const isColoured = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const style = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    isColoured ? styleText(format, text, { validateStream: false }) : text;
  return { strong: style('bold'), faint: style('dim'), good: style('green'), bad: style('red') };
}
