import type { ErrorItem } from '@cartage/contract/errors'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'

/** The documents that keep a month open, each with its page. */
export function HeldDialog({
  name,
  items,
  onClose,
}: {
  name: string
  items: readonly ErrorItem[]
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      className="w-[560px]"
      title={t`${name} cannot be closed yet`}
      text={t`These documents of the month are not posted.`}
      foot={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <ul aria-label={t`Documents that are not posted`} className="grid max-h-80 gap-1.5 overflow-y-auto">
        {items.map((item) => (
          <HeldLine key={`${invoiceOf(item)} ${item.message}`} item={item} />
        ))}
      </ul>
    </Dialog>
  )
}

function HeldLine({ item }: { item: ErrorItem }) {
  const id = invoiceOf(item)
  return (
    <li className="flex items-start gap-3">
      <span className="min-w-0 flex-1">{item.message}</span>
      {id !== undefined && (
        <Link to={`/invoices/${id}` as '/'} className="shrink-0 font-medium text-brand-ink hover:underline">
          <Trans>Open document</Trans>
        </Link>
      )}
    </li>
  )
}

function invoiceOf({ detail }: ErrorItem): string | undefined {
  if (typeof detail !== 'object' || detail === null || Array.isArray(detail)) return undefined
  const id = detail.entity_id
  return typeof id === 'string' ? id : undefined
}
