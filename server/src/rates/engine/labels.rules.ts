import type { Sentence } from '@cartage/contract/message'
import type { ExplainedRating } from '@cartage/contract/rates/app/rating'
import type { Explained } from './explain.rules.ts'
import type { Nearest } from './outcome.rules.ts'

type Say = (sentence: Sentence) => string

interface Spoken {
  readonly message: Sentence
  readonly nearest: Nearest | null
}

function worded<Node extends Spoken>(node: Node, say: Say) {
  const { nearest } = node
  return { ...node, message: say(node.message), nearest: nearest && { ...nearest, message: say(nearest.message) } }
}

/** Explanation tree with sentences in the language of the reader. */
export function explainedIn(explained: Explained, say: Say): ExplainedRating {
  return {
    ...explained,
    message: say(explained.message),
    cards: explained.cards.map((card) => ({
      ...worded(card, say),
      lines: card.lines.map((line) => ({ ...worded(line, say), parts: line.parts.map((part) => worded(part, say)) })),
    })),
  }
}
