import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { refresh } from '../api/refresh.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { upload } from './queries.ts'

/** Error codes of files that no reader understands. They wait all the same (PURCH-32). */
const unread: ReadonlySet<string> = new Set(['body_not_json', 'validation_failed'])

/** Drop zone for suppliers' files (PURCH-31): each is placed, or waits under "To assign" with the reason. */
export function PurchaseDrop({ onMaking }: { onMaking?: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const [left, setLeft] = useState(0)

  async function take(file: File) {
    try {
      const { reason } = await upload(file)
      if (reason === null) toasts.done(t`${file.name} placed`)
      else toasts.failed({ title: t`${file.name} waits under To assign`, message: reason })
    } catch (error) {
      const failure = failureOf(error)
      const waits = failure.code !== undefined && unread.has(failure.code)
      toasts.failed({ ...failure, title: waits ? t`${file.name} waits under To assign` : file.name })
    }
  }

  async function takeAll(files: File[]) {
    setLeft(files.length)
    for (const file of files) {
      onMaking?.()
      await take(file)
      setLeft((before) => before - 1)
    }
    await refresh(queryClient, 'inbox_item', 'invoice')
  }

  return (
    // Keeps its own height, because the drop zone fills its container.
    <div className="shrink-0 pb-3">
      <FileDrop
        onFiles={(files) => void takeAll(files)}
        isBusy={left > 0}
        accept=".pdf,.xml,.json,.jpg,.jpeg,.png,application/pdf,application/xml,text/xml,application/json,image/jpeg,image/png"
        hint={
          left > 0 ? (
            <Plural value={left} one="Uploading # file…" other="Uploading # files…" />
          ) : (
            <Trans>
              Drop invoices of suppliers here: XML, or PDF with the invoice inside. Scans and photos wait to be typed
              in.
            </Trans>
          )
        }
      />
    </div>
  )
}
