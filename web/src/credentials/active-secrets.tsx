import type { ApiClient } from '@cartage/contract/auth/app/clients'
import { useLingui } from '@lingui/react/macro'
import { CircleAlert, KeyRound } from '../ui/icons.tsx'
import { Tag } from '../ui/status.tsx'
import { dayAndTime } from '../ui/time/when.tsx'
import { RefreshCw } from './icons.tsx'

/** Number of active secrets, and the expiry of the older one. */
export function ActiveSecrets({ secrets }: { secrets: ApiClient['secrets'] }) {
  const { t, i18n } = useLingui()
  if (secrets.length === 0) return <Tag badge={{ word: t`None active`, tone: 'red', icon: CircleAlert }} />
  const ending = secrets.find((secret) => secret.expires_at !== null)
  if (secrets.length === 1) return <Tag badge={{ word: t`1 active`, tone: 'green', icon: KeyRound }} />
  const end = ending?.expires_at
  const day = end ? i18n.date(new Date(end), dayAndTime()) : ''
  return (
    <Tag
      badge={{ word: t`2 active, one until ${day}`, tone: 'amber', icon: RefreshCw }}
      title={t`Rotation in progress`}
    />
  )
}
