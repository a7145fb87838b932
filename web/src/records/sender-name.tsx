import { useLabels } from './code-labels.ts'
import { actorLabels } from './member.labels.ts'

/**
 * Name of a sender or actor, otherwise its kind. Operators and Cartage have no name, and deleted actors have lost
 * theirs.
 */
export function SenderName({ name, kind }: { name: string | null; kind: string | null | undefined }) {
  const word = useLabels(actorLabels)
  if (name !== null) return <>{name}</>
  return kind == null ? <span className="text-ink-3">—</span> : word(kind)
}
