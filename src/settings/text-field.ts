import { type Field, FORM_LIMITS } from './screens.ts';

type TextField = Extract<Field, { type: 'text' }>;
type Given = Partial<Omit<TextField, 'type' | 'name' | 'label' | 'isLong'>>;

/** A field of one line that has to be filled in, unless it is said otherwise. */
export function line(name: string, label: string, given: Given = {}): TextField {
  return { ...EMPTY, maxChars: 100, isRequired: true, ...given, name, label, isLong: false };
}

/** A field of several lines, as long as a field can be, that may stay empty, unless it is said otherwise. */
export function long(name: string, label: string, given: Given = {}): TextField {
  return { ...EMPTY, maxChars: FORM_LIMITS.textChars, ...given, name, label, isLong: true };
}

const EMPTY = { type: 'text', hint: '', value: '', placeholder: '', isRequired: false } as const;
