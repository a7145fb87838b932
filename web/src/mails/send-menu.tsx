import { orderMailKinds } from '@cartage/contract/mails/app/mails'
import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, useState } from 'react'
import { usePermission } from '../session/permission.ts'
import { Button } from '../ui/button.tsx'
import { Send } from '../ui/icons.tsx'
import { LateDialog } from '../ui/overlay/late-dialog.tsx'
import { Menu, MenuItem } from '../ui/overlay/menu.tsx'
import { mailLabels } from './labels.ts'
import type { MailSource, NewMail } from './queries.ts'

// Loaded when it is opened.
const SendDialog = lazy(async () => ({ default: (await import('./send.dialog.tsx')).SendDialog }))

/** Writes an e-mail about an order or trip, for users who may send it. */
export function SendMenu({ source }: { source: MailSource }) {
  const { t } = useLingui()
  const mayWrite = usePermission(source.type === 'order' ? 'order.write' : 'dispatch.write')
  const [sending, setSending] = useState<NewMail>()
  if (!mayWrite) return null
  return (
    <>
      {source.type === 'trip' ? (
        <Button icon={Send} onClick={() => setSending({ source, kind: 'DISPATCH' })}>
          <Trans>Send to carrier…</Trans>
        </Button>
      ) : (
        <Menu
          trigger={
            <Button icon={Send}>
              <Trans>Send e-mail</Trans>
            </Button>
          }
        >
          {orderMailKinds.map((kind) => (
            <MenuItem key={kind} onSelect={() => setSending({ source, kind })}>
              {t(mailLabels[kind])}…
            </MenuItem>
          ))}
        </Menu>
      )}
      {sending && (
        <LateDialog>
          <SendDialog mail={sending} onClose={() => setSending(undefined)} />
        </LateDialog>
      )}
    </>
  )
}
