import { type Message, msg, type Sentence } from '@cartage/contract/message'

const words: Readonly<Record<string, Message>> = {
  QUOTE: msg`a quote`,
  REJECTED: msg`rejected`,
  CREATED: msg`a draft`,
  TO_PLAN: msg`to be planned`,
  PLANNED: msg`planned`,
  IN_PROGRESS: msg`under way`,
  AT_STOP: msg`being served`,
  COMPLETED: msg`completed`,
  CANCELLED: msg`cancelled`,
  IGNORED: msg`left out`,
}

/**
 * FIT-9: the status of an order, a trip or a stop within a sentence; an unknown status is returned as is (COMPAT-4).
 */
export function stateLabel(state: string): Sentence {
  return words[state] ?? state
}
