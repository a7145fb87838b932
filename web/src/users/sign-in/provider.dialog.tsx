import { newUserRoles, type SignInProvider } from '@cartage/contract/auth/app/providers'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { type Failure, failureOf } from '../../api/failure.ts'
import { faultsByField, restOf } from '../../api/field-faults.ts'
import { useRoleLabel } from '../../session/role.labels.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/form/checkbox.tsx'
import { Field } from '../../ui/form/field.tsx'
import { Form } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { CircleCheck, TriangleAlert } from '../../ui/icons.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { AddOrSave, DialogFooter } from '../../ui/overlay/dialog-footer.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { useProviderActions } from './providers.queries.ts'

/** A provider as typed. */
interface Draft {
  label: string
  issuer: string
  client_id: string
  client_secret: string
  domains: string
  trusts_addresses: boolean
  is_only_way: boolean
  counts_as_second_factor: boolean
  /** Empty: users without an account are refused. */
  role: string
}

function draftOf(provider: SignInProvider | undefined): Draft {
  return {
    label: provider?.label ?? '',
    issuer: provider?.issuer ?? '',
    client_id: provider?.client_id ?? '',
    client_secret: '',
    domains: provider?.domains.join(', ') ?? '',
    trusts_addresses: provider?.trusts_addresses ?? false,
    is_only_way: provider?.is_only_way ?? false,
    counts_as_second_factor: provider?.counts_as_second_factor ?? false,
    role: provider?.new_user_role ?? '',
  }
}

function bodyOf({ role, domains, client_secret: _, ...rest }: Draft) {
  return {
    ...rest,
    domains: domains.split(/[\s,;]+/).filter((domain) => domain !== ''),
    new_user_role: newUserRoles.find((known) => known === role) ?? null,
  }
}

const members = [
  'label',
  'issuer',
  'client_id',
  'client_secret',
  'domains',
  'is_only_way',
  'trusts_addresses',
  'new_user_role',
]

/** Adds or edits a provider. */
export function ProviderDialog({
  provider,
  redirectUri,
  onClose,
}: {
  provider: SignInProvider | undefined
  redirectUri: string | undefined
  onClose: () => void
}) {
  const { t } = useLingui()
  const { add, change, trial } = useProviderActions()
  const [draft, setDraft] = useState(draftOf(provider))
  const step = provider === undefined ? add : change
  const failure = step.error ? failureOf(step.error) : undefined
  const put = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const secret = draft.client_secret.trim()

  function submit() {
    const body = bodyOf(draft)
    if (provider === undefined) return add.mutate({ ...body, client_secret: secret }, { onSuccess: onClose })
    const changed = secret === '' ? body : { ...body, client_secret: secret }
    change.mutate({ id: provider.provider_id, body: changed }, { onSuccess: onClose })
  }

  function attempt() {
    const isKept =
      provider !== undefined &&
      secret === '' &&
      draft.issuer.trim() === provider.issuer &&
      draft.client_id.trim() === provider.client_id
    if (isKept) return trial.mutate({ provider_id: provider.provider_id })
    trial.mutate({
      issuer: draft.issuer.trim(),
      ...(draft.client_id.trim() !== '' && { client_id: draft.client_id.trim() }),
      ...(secret !== '' && { client_secret: secret }),
    })
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={provider === undefined ? t`Add provider` : t`Edit provider`}
      text={redirectUri && <Trans>Register Cartage there with the redirect URI {redirectUri}.</Trans>}
    >
      <Form
        label={t`Provider`}
        failure={restOf(failure, members)}
        onSubmit={submit}
        footer={
          <DialogFooter verb={<AddOrSave isNew={provider === undefined} />} onClose={onClose} isBusy={step.isPending}>
            <Button onClick={attempt} isBusy={trial.isPending} disabled={draft.issuer.trim() === ''}>
              <Trans>Try it</Trans>
            </Button>
          </DialogFooter>
        }
      >
        <ProviderFields draft={draft} put={put} faults={faultsByField(failure)} isNew={provider === undefined} />
        <TrialNotice found={trial.data} failure={trial.error ? failureOf(trial.error) : undefined} />
      </Form>
    </Dialog>
  )
}

/** Result of the check. */
function TrialNotice({
  found,
  failure,
}: {
  found: { is_right: boolean; message: string } | undefined
  failure: Failure | undefined
}) {
  const message = failure?.message ?? found?.message
  if (message === undefined) return null
  const isRight = failure === undefined && found?.is_right === true
  return (
    <div role="status">
      <Notice icon={isRight ? CircleCheck : TriangleAlert} tone={isRight ? 'green' : 'amber'}>
        {message}
      </Notice>
    </div>
  )
}

function ProviderFields({
  draft,
  put,
  faults,
  isNew,
}: {
  draft: Draft
  put: (change: Partial<Draft>) => void
  faults: Readonly<Record<string, string>>
  isNew: boolean
}) {
  const { t } = useLingui()
  const roleLabel = useRoleLabel()
  const field = (name: 'label' | 'issuer' | 'client_id' | 'domains', label: string, placeholder: string) => (
    <TextField
      label={label}
      fault={faults[name]}
      autoComplete="off"
      spellCheck={false}
      placeholder={placeholder}
      value={draft[name]}
      onChange={(text) => put({ [name]: text })}
    />
  )
  return (
    <>
      {field('label', t`Name on the button`, 'Microsoft')}
      {field('issuer', t`Issuer`, 'https://login.haulier.example')}
      {field('client_id', t`Client ID`, '')}
      <TextField
        label={isNew ? t`Client secret` : t`Client secret (leave empty to keep it)`}
        fault={faults.client_secret}
        type="password"
        autoComplete="off"
        value={draft.client_secret}
        onChange={(text) => put({ client_secret: text })}
      />
      {field('domains', t`E-mail domains`, 'haulier.example, haulier-group.example')}
      <Marked fault={faults.trusts_addresses}>
        <CheckField isOn={draft.trusts_addresses} onChange={(trusts_addresses) => put({ trusts_addresses })}>
          <Trans>All addresses there are verified, because it is our own directory</Trans>
        </CheckField>
      </Marked>
      <CheckField
        isOn={draft.counts_as_second_factor}
        onChange={(counts_as_second_factor) => put({ counts_as_second_factor })}
      >
        <Trans>It requires a second factor itself, so Cartage does not</Trans>
      </CheckField>
      <Marked fault={faults.is_only_way}>
        <CheckField isOn={draft.is_only_way} onChange={(is_only_way) => put({ is_only_way })}>
          <Trans>The only way to sign in for these domains; Super admins keep their password</Trans>
        </CheckField>
      </Marked>
      <Field label={t`People without an account`} fault={faults.new_user_role}>
        {({ id, className }) => (
          <Select
            id={id}
            className={className}
            choices={[
              { value: 'NONE', label: t`Refuse them` },
              ...newUserRoles.map((role) => ({
                value: role as string,
                label: t`Create an account: ${roleLabel(role)}`,
              })),
            ]}
            value={draft.role === '' ? 'NONE' : draft.role}
            onChange={(role) => put({ role: role === 'NONE' ? '' : role })}
          />
        )}
      </Field>
    </>
  )
}

/** A checkbox with its error. */
function Marked({ fault, children }: { fault: string | undefined; children: ReactNode }) {
  return (
    <div>
      {children}
      {fault !== undefined && <p className="text-[12px] text-red">{fault}</p>}
    </div>
  )
}
