import { useLingui } from '@lingui/react/macro'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { MoreHorizontal, Trash2 } from '../ui/icons.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import type { PlainColumn } from '../ui/table/plain-table.tsx'
import { RelativeTime } from '../ui/time/relative-time.tsx'
import { ActiveSecrets } from './active-secrets.tsx'
import { RefreshCw } from './icons.tsx'
import type { Credential } from './queries.ts'

/** Columns of a credentials list; columns of the kind come between name and last use. */
export function useCredentialColumns<Row extends Credential>({
  idLabel,
  columns,
  onRotate,
  onRemove,
}: {
  idLabel: string
  columns: readonly PlainColumn<Row>[]
  onRotate: (row: Row) => void
  onRemove: (row: Row) => void
}): readonly PlainColumn<Row>[] {
  const { t } = useLingui()
  return [
    {
      id: 'name',
      title: t`Name`,
      cell: ({ name, client_id }) => (
        <>
          <span className="block font-medium">{name}</span>
          <CopiedId id={client_id} label={t`Copy ${idLabel}`} />
        </>
      ),
    },
    ...columns,
    { id: 'used', title: t`Last used`, width: 'w-28', cell: (row) => <LastUse instant={row.last_used_at} /> },
    { id: 'secrets', title: t`Secrets`, width: 'w-52', cell: (row) => <ActiveSecrets secrets={row.secrets} /> },
    {
      id: 'more',
      title: '',
      width: 'w-12',
      cell: (row) => (
        <Menu trigger={<IconButton icon={MoreHorizontal} label={t`More for ${row.name}`} />}>
          <MenuItem icon={RefreshCw} onSelect={() => onRotate(row)}>
            {t`New secret…`}
          </MenuItem>
          <MenuItem icon={Trash2} isDangerous onSelect={() => onRemove(row)}>
            {t`Remove…`}
          </MenuItem>
        </Menu>
      ),
    },
  ]
}

/** Id under a name, with a copy button. `shown` is an abbreviated form. */
export function CopiedId({ id, label, shown = id }: { id: string; label: string; shown?: string }) {
  return (
    <span className="flex items-center gap-0.5 text-ink-3">
      <code className="truncate font-mono text-[11px]">{shown}</code>
      <CopyButton text={id} label={label} />
    </span>
  )
}

function LastUse({ instant }: { instant: string | null }) {
  if (instant === null) return <span className="text-ink-3">—</span>
  return <RelativeTime instant={instant} />
}
