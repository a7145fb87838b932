import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { ExternalLink } from '../ui/icons.tsx'
import { Picture } from './picture.tsx'

/** PDF of a document next to its lines. */
export function PdfPreview({ address }: { address: string }) {
  const { t } = useLingui()
  return (
    <Pane title={t`PDF preview`} address={address} link={<Trans>Open PDF</Trans>}>
      <PdfFrame address={address} title={t`PDF preview`} />
    </Pane>
  )
}

/** Received file, next to the data read from it. */
export function ReceivedFile({ address, isNarrow = true }: { address: string; isNarrow?: boolean }) {
  const { t } = useLingui()
  return (
    <Pane title={t`Received file`} address={address} link={<Trans context="verb">Open</Trans>} isNarrow={isNarrow}>
      <FileView address={address} title={t`Received file`} />
    </Pane>
  )
}

interface PaneProps {
  title: string
  address: string
  link: ReactNode
  /** Leaves more space for the content next to it. */
  isNarrow?: boolean
  children: ReactNode
}

function Pane({ title, address, link, isNarrow = false, children }: PaneProps) {
  return (
    <section
      aria-label={title}
      className={classNames(
        'flex min-h-0 shrink-0 flex-col border-l border-line bg-sunken max-lg:h-[640px] max-lg:w-full',
        isNarrow ? 'w-[34%]' : 'w-[44%]',
      )}
    >
      <div className="flex h-10 shrink-0 items-center justify-between border-b border-line px-4">
        <h2 className="text-[12px] font-medium text-ink-3">{title}</h2>
        <a href={address} target="_blank" rel="noopener" className="btn btn-ghost">
          <ExternalLink size={14} aria-hidden="true" />
          {link}
        </a>
      </div>
      {children}
    </section>
  )
}

/** PDF in the browser's viewer; with its toolbar if there is space. */
export function PdfFrame({ address, title, hasTools = false }: { address: string; title: string; hasTools?: boolean }) {
  const parameters = hasTools ? 'navpanes=0&view=FitH' : 'toolbar=0&view=FitH'
  return <iframe src={`${address}#${parameters}`} title={title} className="min-h-0 w-full flex-1" />
}

/** PDFs and pictures are rendered, anything else is shown as text. */
export function FileView({ address, title }: { address: string; title: string }) {
  const { data, isError } = useQuery({
    queryKey: ['documents', 'file', address],
    queryFn: () => loadFile(address),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (isError) {
    return (
      <p role="alert" className="p-4 text-red">
        <Trans>The file could not be loaded.</Trans>
      </p>
    )
  }
  if (data?.look === 'PDF') return <PdfFrame address={address} title={title} />
  if (data?.look === 'PICTURE') return <Picture address={address} name={title} />
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {data && <CopyButton text={data.text} label={title} className="absolute top-2 right-4" />}
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
        tabIndex={0}
        aria-busy={data === undefined}
        className="min-h-0 flex-1 overflow-auto px-4 py-2 font-mono text-[11.5px] leading-[17px]"
      >
        {data?.text}
      </pre>
    </div>
  )
}

type Look = 'PDF' | 'PICTURE' | 'TEXT'

async function loadFile(address: string): Promise<{ look: Look; text: string }> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`status ${response.status}`)
  const type = response.headers.get('content-type') ?? ''
  const look = type.startsWith('application/pdf') ? 'PDF' : type.startsWith('image/') ? 'PICTURE' : 'TEXT'
  if (look === 'TEXT') return { look, text: readable(await response.text()) }
  await response.body?.cancel()
  return { look, text: '' }
}

/** Pretty-prints JSON; other text stays unchanged. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
