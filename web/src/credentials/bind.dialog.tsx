import { bindWebhookCredential, type WebhookCredential } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/call.ts'
import { failureOf } from '../api/failure.ts'
import { Form } from '../ui/form/form.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFoot } from '../ui/overlay/dialog-foot.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { PartnerFields, type PartnerWish, partnerOf, unbound } from './partner.form.tsx'

/** Changes whose records webhook credentials may report on. */
export function BindDialog({ credential, onClose }: { credential: WebhookCredential; onClose: () => void }) {
  const { t } = useLingui()
  const toasts = useToasts()
  const queryClient = useQueryClient()
  const { name, client_id, partner } = credential
  const [wish, setWish] = useState(() => wishOf(partner))
  const [isAsked, setIsAsked] = useState(false)
  const bind = useMutation({
    mutationFn: (wanted: NonNullable<ReturnType<typeof partnerOf>> | null) =>
      call(bindWebhookCredential, { params: { webhook_client_id: client_id }, body: { partner: wanted } }),
    onSuccess: () => {
      toasts.done(t`${name} updated`)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['clients'] }),
  })
  function submit() {
    setIsAsked(true)
    const wanted = partnerOf(wish)
    if (wanted !== undefined && !bind.isPending) bind.mutate(wanted)
  }
  return (
    <Dialog isOpen onClose={onClose} title={t`Scope of ${name}`}>
      <Form
        label={t`Scope of ${name}`}
        failure={bind.error ? failureOf(bind.error) : undefined}
        onSubmit={submit}
        foot={<DialogFoot verb={<Trans>Save</Trans>} onClose={onClose} isBusy={bind.isPending} />}
      >
        <PartnerFields wish={wish} onChange={setWish} isAsked={isAsked} />
      </Form>
    </Dialog>
  )
}

function wishOf(partner: WebhookCredential['partner']): PartnerWish {
  if (partner === null) return unbound
  const { kind, key, name } = partner
  if (kind === 'COMPANY') return { ...unbound, kind, company: { company_id: key, name: name ?? key } }
  return kind === 'DESTINATION' ? { ...unbound, kind, destination: key } : { ...unbound, kind, code: key }
}
