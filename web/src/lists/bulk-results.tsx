import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../ui/button.tsx'
import { CircleAlert } from '../ui/icons.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'

/** A row that an action rejected. */
export interface RejectedRow {
  key: string
  label: string
  /** Page where the problem can be fixed. */
  path?: string | undefined
  /** Why, and what to do next. */
  message: string
}

/** Shows why each row was rejected; nothing without rejected rows. */
export function BulkResults({ rejected, onClose }: { rejected: readonly RejectedRow[]; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      isOpen={rejected.length > 0}
      onClose={onClose}
      title={t`Some changes failed`}
      text={<Plural value={rejected.length} one="# row was not changed." other="# rows were not changed." />}
      className="w-[560px]"
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <ul className="max-h-80 overflow-y-auto" aria-label={t`Unchanged rows`}>
        {rejected.map(({ key, label, path, message }) => (
          <li key={key} className="flex gap-2 border-b border-line py-2 last:border-b-0">
            <CircleAlert size={14} className="mt-0.5 shrink-0 text-red" aria-hidden="true" />
            <div className="min-w-0 [overflow-wrap:anywhere]">
              <p className="font-medium">{path === undefined ? label : <RecordLink label={label} path={path} />}</p>
              <p className="text-ink-2">{message}</p>
            </div>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

/** Link to a record whose path may include a query. */
function RecordLink({ label, path }: { label: string; path: string }) {
  const navigate = useNavigate()
  return (
    <a
      href={path}
      className="underline-offset-2 hover:underline"
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        void navigate({ href: path })
      }}
    >
      {label}
    </a>
  )
}
