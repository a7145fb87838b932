import { useLingui } from '@lingui/react/macro'
import { StatusBadge } from '../ui/status.tsx'
import { badgeIn, type CodeBadges } from './code-badge.ts'

/** A code as icon, word and colour. One that this version does not know shows itself (COMPAT-4). */
export function CodeStatus({ badges, code }: { badges: CodeBadges; code: string }) {
  const { t } = useLingui()
  return <StatusBadge badge={badgeIn(badges, code, t)} />
}
