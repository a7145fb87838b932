import { type Said, type Sentence, said } from '@cartage/contract/said'

const words: Readonly<Record<string, Said>> = {
  QUOTE: said`a quote`,
  REJECTED: said`rejected`,
  CREATED: said`a draft`,
  TO_PLAN: said`to be planned`,
  PLANNED: said`planned`,
  IN_PROGRESS: said`under way`,
  AT_STOP: said`being served`,
  COMPLETED: said`completed`,
  CANCELLED: said`cancelled`,
  IGNORED: said`left out`,
}

/** FIT-9: a state of an order, a trip or a stop within a sentence; one that is unknown here stays as it is (COMPAT-4). */
export function stateWord(state: string): Sentence {
  return words[state] ?? state
}
