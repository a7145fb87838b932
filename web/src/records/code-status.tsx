import { useLingui } from '@lingui/react/macro'
import { StatusBadge } from '../ui/status.tsx'
import { badgeIn, type CodeBadges } from './code-badge.ts'

/** A code as icon, label and colour. Unknown codes show themselves (COMPAT-4). */
export function CodeStatus({ badges, code }: { badges: CodeBadges; code: string }) {
  const { t } = useLingui()
  return <StatusBadge badge={badgeIn(badges, code, t)} />
}
