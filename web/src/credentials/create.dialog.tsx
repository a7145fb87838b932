import type { ShownSecret } from '@cartage/contract/auth/app/clients'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { formFaults } from '../api/field-faults.ts'
import type { Mutation } from '../api/use-mutation.ts'
import { Form } from '../ui/form/form.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { Dialog } from '../ui/overlay/dialog.tsx'
import { DialogFooter } from '../ui/overlay/dialog-footer.tsx'
import { SecretDialog } from './secret.dialog.tsx'

/** Form state passed to the fields of one credential kind. */
export interface FieldsState {
  /** After the first submit, missing fields show an error. */
  isSubmitted: boolean
  /** Server errors by field. */
  faults: Readonly<Record<string, string | undefined>>
}

interface CreateCredentialsProps<Body> {
  title: string
  text?: ReactNode
  /** Initial name. */
  firstName?: string
  placeholder: string
  /** Label of the id, as the other system calls it. */
  idLabel: string
  create: Mutation<ShownSecret, Body>
  /** Request body; undefined while something is missing. */
  bodyOf: (name: string) => Body | undefined
  /** Members with their own field, except the name. */
  members?: readonly string[]
  /** Fields after the name. */
  children: (state: FieldsState) => ReactNode
  onClose: () => void
}

/** Creates credentials of any kind, then shows their secret once. */
export function CreateCredentialsDialog<Body>(props: CreateCredentialsProps<Body>) {
  const { title, text, firstName = '', placeholder, idLabel, create, bodyOf, members = [], children, onClose } = props
  const { t } = useLingui()
  const [name, setName] = useState(firstName)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const { faults, rest } = formFaults(create.error, ['name', ...members])
  const isNameless = name.trim() === ''

  function submit() {
    setIsSubmitted(true)
    const body = bodyOf(name.trim())
    if (!isNameless && body !== undefined && !create.isPending) create.mutate(body)
  }

  if (create.data) return <NewSecretDialog shown={create.data} idLabel={idLabel} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={title} text={text}>
      <Form
        label={title}
        failure={rest}
        onSubmit={submit}
        footer={<DialogFooter verb={<Trans>Create</Trans>} onClose={onClose} isBusy={create.isPending} />}
      >
        <TextField
          label={t`Name`}
          fault={isSubmitted && isNameless ? t`Enter a name.` : faults.name}
          maxLength={100}
          placeholder={placeholder}
          value={name}
          onChange={setName}
        />
        {children({ isSubmitted, faults })}
      </Form>
    </Dialog>
  )
}

/** Id and secret of credentials, shown only now. */
export function NewSecretDialog({
  shown,
  idLabel,
  onClose,
}: {
  shown: ShownSecret
  idLabel: string
  onClose: () => void
}) {
  const { t } = useLingui()
  return (
    <SecretDialog
      title={t`Copy your secret`}
      text={<Trans>Shown only once. Cartage keeps a hash and cannot show it again.</Trans>}
      parts={[
        { label: idLabel, text: shown.client_id },
        { label: t`Secret`, text: shown.client_secret },
      ]}
      onClose={onClose}
    />
  )
}
