import { msg } from '@lingui/core/macro'
import type { CodeLabels } from '../records/code-labels.ts'
import { useLabels } from '../records/code-labels.ts'
import { SenderName } from '../records/sender-name.tsx'

/** Labels of upload sources. */
export const sourceLabels: CodeLabels = {
  API: msg`API`,
  WEBHOOK: msg`Webhook`,
  SCREEN: msg`Form`,
  IMPORT: msg`File import`,
}

interface Sent {
  sent_by_kind: string | null
  sent_by: string | null
  sent_by_name: string | null
}

/** Sender of an upload: its name, or what is known if the name was deleted. */
export function Sender({ upload: { sent_by_kind, sent_by, sent_by_name } }: { upload: Sent }) {
  if (sent_by_name === null && sent_by !== null) return <span className="text-ink-3">{sent_by}</span>
  return <SenderName name={sent_by_name} kind={sent_by_kind} />
}

/** Source of an upload. */
export function Source({ source }: { source: string }) {
  return <>{useLabels(sourceLabels)(source)}</>
}
