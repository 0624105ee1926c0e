/** The code points of zero in the decimal digit blocks people write in. */
const ZEROS = [
  0x30, 0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50,
  0xed0, 0xf20, 0x1040, 0xff10,
];

/** Writes every decimal digit (Arabic-Indic, full-width, Devanagari, …) as 0–9; all else stays. */
export function toAsciiDigits(text: string): string {
  return text.replace(/[^\P{Nd}0-9]/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = ZEROS.find((candidate) => code >= candidate && code < candidate + 10);
    return zero === undefined ? digit : String(code - zero);
  });
}

const CJK_DIGITS = '〇一二三四五六七八九';
const CJK_SCALES: Readonly<Record<string, number>> = {
  十: 10,
  百: 100,
  千: 1000,
  万: 10_000,
  萬: 10_000,
  億: 100_000_000,
  亿: 100_000_000,
};

/** The value of a numeral such as 三十二 or 二〇二四; null when it is none. */
export function cjkNumeralValue(numeral: string): number | null {
  const digits = numeral.replaceAll('零', '〇').replaceAll('两', '二').replaceAll('兩', '二');
  if (/^[〇一二三四五六七八九]+$/.test(digits)) {
    return Number(Array.from(digits, (digit) => CJK_DIGITS.indexOf(digit)).join(''));
  }
  let total = 0;
  let section = 0;
  let digit = 0;
  for (const character of digits) {
    const value = CJK_DIGITS.indexOf(character);
    const scale = CJK_SCALES[character];
    if (value >= 0) digit = value;
    else if (scale === undefined) return null;
    else if (scale >= 10_000) {
      total += (section + digit || 1) * scale;
      section = 0;
      digit = 0;
    } else {
      section += (digit || 1) * scale;
      digit = 0;
    }
  }
  return total + section + digit;
}
