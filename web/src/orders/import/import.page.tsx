import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ClipboardEvent, type DragEvent, lazy, Suspense, useRef, useState } from 'react'
import { failureOf } from '../../api/failure.ts'
import { fileFault, sheetFiles } from '../../sheets/fault.labels.ts'
import { download, mostLines, readFile, readSheet, templateText } from '../../sheets/read-sheet.ts'
import { type ChosenSheet, chosenOf, linesOf } from '../../sheets/use-book.ts'
import { usePageTitle } from '../../shell/page-title.ts'
import { Button } from '../../ui/button.tsx'
import { ChevronRight, Download, FileSpreadsheet, TriangleAlert } from '../../ui/icons.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { type LoadedSheet, layoutOf, rememberLayout } from './answers.ts'
import { Results } from './results.tsx'
import { guessColumns, knownTitles } from './sheet-columns.ts'
import { type CutImport, useImportRun } from './use-import-run.ts'

// The checks are loaded once there are lines.
const Preview = lazy(async () => ({ default: (await import('./preview.tsx')).Preview }))

/** Orders from a sheet: choose, check and import it, and see the result of each line. */
export function ImportPage() {
  const { t, i18n } = useLingui()
  usePageTitle(t`Import orders`)
  const [loaded, setLoaded] = useState<LoadedSheet>()
  const [trouble, setTrouble] = useState<string>()
  const imports = useImportRun()
  const { run, cut } = imports

  function load(name: string, chosen: ChosenSheet, isAfresh = false) {
    const sheet = linesOf(chosen)
    setTrouble(undefined)
    if (sheet.length < 2) return setTrouble(t`No rows below the headers.`)
    if (sheet.length > mostLines + 1) return setTrouble(t`More than ${i18n.number(mostLines)} rows. Split the file.`)
    imports.clear()
    const layout = isAfresh ? undefined : layoutOf(imports.owner, sheet[0]!.cells)
    const guess = layout ?? { columns: guessColumns(sheet[0]!.cells), answers: [] }
    setLoaded({ name, original: chosen, isRecalled: layout !== undefined, ...guess })
  }

  async function loadFile(file: File) {
    try {
      load(file.name, chosenOf(await readFile(file), 0, knownTitles))
    } catch (error) {
      setTrouble(t(fileFault(error)))
    }
  }

  function loadText(text: string) {
    load(t`Pasted rows`, chosenOf([{ name: '', lines: readSheet(text) }], 0, knownTitles))
  }

  const begin = () => {
    setLoaded(undefined)
    imports.clear()
  }
  return (
    <>
      <PageHeader
        title={
          <span className="flex items-center gap-1.5">
            <Link to="/orders" className="text-ink-2 hover:text-ink">
              <Trans>Orders</Trans>
            </Link>
            <ChevronRight size={13} className="text-ink-3" aria-hidden="true" />
            <Trans context="verb">Import</Trans>
          </span>
        }
        actions={
          <Button icon={Download} onClick={() => download('orders-template.csv', templateText())}>
            <Trans>Download template</Trans>
          </Button>
        }
      >
        <span className="truncate text-ink-2">{run?.job.name ?? loaded?.name}</span>
      </PageHeader>
      {run?.error !== undefined && <Stopped error={run.error} onRetry={() => void imports.goOn()} />}
      {loaded === undefined && run === undefined && (
        <Source trouble={trouble} cut={cut} onFile={loadFile} onText={loadText} />
      )}
      {loaded !== undefined && run === undefined && (
        <Suspense>
          <Preview
            loaded={loaded}
            onChange={setLoaded}
            onChoose={(chosen) => load(loaded.name, chosen)}
            onAfresh={() => load(loaded.name, loaded.original, true)}
            onBack={begin}
            onImport={(job) => {
              rememberLayout(imports.owner, loaded)
              void imports.start({ name: loaded.name, ...job, again: 0 })
            }}
          />
        </Suspense>
      )}
      {run !== undefined && (
        <Results run={run} onGoOn={() => void imports.goOn()} onAgain={() => void imports.again()} onBack={begin} />
      )}
    </>
  )
}

/** Why an import stopped, and how to continue. */
function Stopped({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useLingui()
  const failure = failureOf(error)
  return (
    <div className="p-4">
      <ErrorPanel
        title={t`Import stopped: ${failure.title}`}
        message={t`${failure.message} Continue with the remaining rows; nothing is imported twice.`}
        requestId={failure.requestId}
        onRetry={onRetry}
      />
    </div>
  )
}

/** Source of the lines: pasted cells or a file. */
function Source({
  trouble,
  cut,
  onFile,
  onText,
}: {
  trouble: string | undefined
  /** An interrupted import. */
  cut: CutImport | undefined
  onFile: (file: File) => Promise<void>
  onText: (text: string) => void
}) {
  const { i18n } = useLingui()
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    if (text.trim() === '') return
    event.preventDefault()
    onText(text)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    const [file] = event.dataTransfer.files
    if (file) void onFile(file)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped anywhere; the button does the same
    <div className="min-h-0 flex-1 overflow-y-auto p-5" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <div className="mx-auto grid max-w-[720px] gap-4">
        {cut !== undefined && (
          <Notice icon={TriangleAlert} tone="amber">
            <Trans>
              The import of {cut.name} ({i18n.number(cut.lines)} rows) was interrupted. Choose the file again to
              continue; nothing is imported twice.
            </Trans>
          </Notice>
        )}
        <FileBox onFile={onFile} />
        {trouble !== undefined && (
          <p role="alert" className="text-red">
            {trouble}
          </p>
        )}
        <label className="grid gap-1">
          <span className="text-[12px] font-medium text-ink-2">
            <Trans>Or paste from Excel, with headers</Trans>
          </span>
          <textarea className="field h-28 w-full py-1.5 font-mono text-[12px]" onPaste={onPaste} readOnly={false} />
        </label>
      </div>
    </div>
  )
}

/** Requirements for a file, and the button to choose one. */
function FileBox({ onFile }: { onFile: (file: File) => Promise<void> }) {
  const { t } = useLingui()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-dashed border-line-strong px-6 py-8 text-center">
      <FileSpreadsheet size={24} className="text-ink-3" aria-hidden="true" />
      <p className="font-semibold">
        <Trans>Import orders</Trans>
      </p>
      <p className="max-w-[460px] text-ink-2">
        <Trans>
          Excel, OpenDocument or CSV, with a row of headers. Headers in English, Dutch, French and German are
          recognised; you check the columns before anything is imported. One row is one order; rows with the same
          reference ID form one order with several goods or consignments.
        </Trans>
      </p>
      <Button variant="brand" className="mt-1" onClick={() => input.current?.click()}>
        <Trans>Choose file</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        className="sr-only"
        tabIndex={-1}
        aria-label={t`Choose file`}
        accept={sheetFiles}
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) void onFile(file)
        }}
      />
    </div>
  )
}
