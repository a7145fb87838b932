// Made by `npm run generate` from contract/src/reading/languages.
import type { Language } from '@cartage/contract/reading/languages'

type InEachLanguage = Readonly<Record<Language, () => Promise<{ default: string }>>>

/** Guides for planners by the name in the address, in the language of the reader; loaded when they are opened. */
export const plannerGuides: Readonly<Record<string, InEachLanguage>> = {
  planner: {
    en: () => import('../../../docs/guides/planner.en.md?raw'),
    nl: () => import('../../../docs/guides/planner.nl.md?raw'),
    fr: () => import('../../../docs/guides/planner.fr.md?raw'),
    de: () => import('../../../docs/guides/planner.de.md?raw'),
  },
  dispatch: {
    en: () => import('../../../docs/guides/dispatch.en.md?raw'),
    nl: () => import('../../../docs/guides/dispatch.nl.md?raw'),
    fr: () => import('../../../docs/guides/dispatch.fr.md?raw'),
    de: () => import('../../../docs/guides/dispatch.de.md?raw'),
  },
  payroll: {
    en: () => import('../../../docs/guides/payroll.en.md?raw'),
    nl: () => import('../../../docs/guides/payroll.nl.md?raw'),
    fr: () => import('../../../docs/guides/payroll.fr.md?raw'),
    de: () => import('../../../docs/guides/payroll.de.md?raw'),
  },
}
