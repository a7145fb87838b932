import type { WebhookCredential } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Form } from '../ui/form/form.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { useChangeScope } from './queries.ts'
import { partnerOf, ScopeFields, scopeOf } from './scope.form.tsx'

/** Changes which records webhook credentials may report on. */
export function ScopeDialog({ credential, onClose }: { credential: WebhookCredential; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const { name, client_id } = credential
  const [scope, setScope] = useState(() => scopeOf(credential.partner))
  const [isSubmitted, setIsSubmitted] = useState(false)
  const change = useChangeScope(client_id)
  function submit() {
    setIsSubmitted(true)
    const partner = partnerOf(scope)
    if (partner === undefined || change.isPending) return
    change.mutate(partner, {
      onSuccess: () => {
        toasts.done(t`${name} updated`)
        onClose()
      },
    })
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`Scope of ${name}`}>
      <Form
        label={t`Scope of ${name}`}
        failure={change.error ? failureOf(change.error) : undefined}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Save</Trans>} onClose={onClose} isBusy={change.isPending} />}
      >
        <ScopeFields scope={scope} onChange={setScope} isSubmitted={isSubmitted} />
      </Form>
    </Dialog>
  )
}
