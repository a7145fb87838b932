import type { ConfigurationDifference } from '@cartage/contract/tenants/app/configuration'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ChangeEvent, useId, useState } from 'react'
import { failureOf } from '../api/failure.ts'
import { Button } from '../ui/button.tsx'
import { CircleCheck, Download, FileUp } from '../ui/icons.tsx'
import { useToasts } from '../ui/overlay/toasts.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { loadConfigurationFile, useCompare } from './configuration.queries.ts'
import { Differences } from './differences.tsx'
import { SettingsBody } from './page-body.tsx'

/** The whole configuration as a file: to save, to copy to another tenant, and to compare. */
export function ConfigurationPage() {
  const { t } = useLingui()
  const toasts = useToasts()
  const compare = useCompare()
  const [name, setName] = useState<string>()
  const [fault, setFault] = useState<string>()
  const inputId = useId()

  async function download() {
    try {
      save(await loadConfigurationFile())
    } catch (error) {
      toasts.failed(failureOf(error))
    }
  }

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0]
    event.target.value = ''
    if (!file) return
    setName(file.name)
    compare.reset()
    const given = readFile(await file.text())
    setFault(given === undefined ? t`Not a JSON file. Choose a file exported from Cartage.` : undefined)
    if (given !== undefined) compare.mutate(given)
  }

  const differences = compare.data?.items
  return (
    <SettingsBody
      title={t`Configuration file`}
      text={
        <Trans>
          All organisation settings in one file, without IDs or secrets. Compare a file before the operator applies it.
        </Trans>
      }
      permission="setting.write"
      actions={
        <Button variant="brand" icon={Download} onClick={download}>
          <Trans context="verb">Export</Trans>
        </Button>
      }
    >
      <div className="flex items-center gap-3 rounded-lg border border-dashed border-line-strong px-4 py-4">
        <FileUp size={18} className="text-ink-3" aria-hidden="true" />
        <p className="min-w-0 flex-1 text-ink-2">
          {name ?? <Trans>Choose a file to preview what it would change. Comparing changes nothing.</Trans>}
        </p>
        <label htmlFor={inputId} className="btn btn-outline focus-within:outline-2">
          <Trans>Compare a file…</Trans>
        </label>
        <input id={inputId} type="file" accept=".json,application/json" className="sr-only" onChange={choose} />
      </div>
      {fault !== undefined && <ErrorPanel title={t`File not readable`} message={fault} />}
      {compare.error !== null && <ErrorPanel {...failureOf(compare.error)} />}
      {differences?.length === 0 && (
        <Notice icon={CircleCheck} tone="green">
          <Trans>No differences. This organisation matches the file.</Trans>
        </Notice>
      )}
      {differences !== undefined && differences.length > 0 && <Outcome differences={differences} />}
    </SettingsBody>
  )
}

function Outcome({ differences }: { differences: readonly ConfigurationDifference[] }) {
  return (
    <section className="grid gap-3" aria-live="polite">
      <p>
        <span className="tnum font-semibold">
          <Plural value={differences.length} one="# difference." other="# differences." />
        </span>{' '}
        <span className="text-ink-2">
          <Trans>
            The operator applies them with <code className="font-mono text-[11.5px]">cartage config apply</code>.
          </Trans>
        </span>
      </p>
      <Differences differences={differences} />
    </section>
  )
}

function readFile(text: string): Record<string, unknown> | undefined {
  try {
    const given: unknown = JSON.parse(text)
    return typeof given === 'object' && given !== null ? (given as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function save(file: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = 'cartage-configuration.json'
  link.click()
  URL.revokeObjectURL(url)
}
