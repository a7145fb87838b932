import type { Language } from '@cartage/contract/reading/languages'
import { dayIn } from './writing.ts'

/** Number format and column separator of files for people, as spreadsheets in that language expect (FILE-7). */
export interface PeoplesFormat {
  readonly delimiter: ';' | ','
  amount(text: string): string
  day(text: string): string
}

/** File format for a language, without thousands separators, which spreadsheets would treat as text. */
export function peoplesFormat(language: Language): PeoplesFormat {
  const isEnglish = language === 'en'
  return {
    delimiter: isEnglish ? ',' : ';',
    amount: (text) => (isEnglish ? text : text.replace('.', ',')),
    day: (text) => (isEnglish ? text : dayIn(language, text)),
  }
}
