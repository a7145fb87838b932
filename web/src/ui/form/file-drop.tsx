import { Trans } from '@lingui/react/macro'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { Upload } from '../icons.tsx'

/**
 * Drop zone with a button to choose files, because not everyone can drag.
 * Its content, usually the list of files, is part of the zone.
 */
export function FileDrop({
  onFiles,
  isBusy,
  accept,
  word,
  hint,
  aside,
  children,
}: {
  onFiles: (files: File[]) => void
  isBusy: boolean
  /** In the format of an input's `accept`. */
  accept?: string
  /** Text of the button. `Choose files` by default. */
  word?: ReactNode
  hint: ReactNode
  /** Options for the files, before the button. */
  aside?: ReactNode
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)

  function onDrop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    const files = [...event.dataTransfer.files]
    if (files.length > 0 && !isBusy) onFiles(files)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped anywhere; the button does the same
    <div
      className="min-h-full"
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setIsOver(false)}
      onDrop={onDrop}
    >
      <div
        className={classNames(
          'mx-4 mt-3 flex max-w-[928px] flex-wrap items-center gap-2 rounded-lg border border-dashed px-3 py-2',
          isOver ? 'border-brand bg-brand-soft' : 'border-line-strong',
        )}
      >
        <Upload size={15} className="shrink-0 text-ink-3" aria-hidden="true" />
        <span className="min-w-40 flex-1 text-ink-2">{hint}</span>
        {aside}
        <Button onClick={() => input.current?.click()} isBusy={isBusy}>
          {word ?? <Trans>Choose files</Trans>}
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={accept}
          onChange={(event) => {
            const files = [...(event.target.files ?? [])]
            event.target.value = ''
            if (files.length > 0) onFiles(files)
          }}
        />
      </div>
      {children}
    </div>
  )
}
