import { useLabels } from './code-labels.ts'
import { actorLabels } from './member.labels.ts'

/**
 * Who sent or settled something: by name, else by what kind of actor it was. Operators and Cartage itself have no name; of others it
 * is gone.
 */
export function SenderName({ name, kind }: { name: string | null; kind: string | null | undefined }) {
  const word = useLabels(actorLabels)
  if (name !== null) return <>{name}</>
  return kind == null ? <span className="text-ink-3">—</span> : word(kind)
}
