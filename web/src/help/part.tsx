import { Link } from '@tanstack/react-router'
import { classNames } from '../ui/class-names.ts'
import { CommandLines } from '../ui/page/empty-state.tsx'
import { targetOf } from './links.ts'
import { type Block, piecesOf } from './markdown.ts'
import { rulePages } from './rules.ts'

/**
 * Renders one block of a help page.
 * @param page its URL name
 * @param shown id of the rule in the URL; empty without one
 */
export function Part({ block, page, shown }: { block: Block; page: string; shown: string }) {
  if (block.kind === 'code') return <CommandLines label={block.language} text={block.text} />
  if (block.kind === 'table') {
    if (page in rulePages) return <RuleTable block={block} page={page} shown={shown} />
    return <FactTable block={block} page={page} />
  }
  if (block.kind === 'list') {
    return (
      <ul className="grid list-disc gap-1 pl-5">
        {block.items.map((item) => (
          <li key={item}>
            <Words text={item} page={page} />
          </li>
        ))}
      </ul>
    )
  }
  if (block.kind === 'paragraph') {
    return (
      <p>
        <Words text={block.text} page={page} />
      </p>
    )
  }
  if (block.level === 1) return <h2 className="text-[17px] leading-6 font-semibold">{block.text}</h2>
  if (block.level === 2) return <h3 className="pt-2 text-[14px] font-semibold">{block.text}</h3>
  return <h4 className="pt-1 font-semibold">{block.text}</h4>
}

/** Table of a guide with all its columns; scrolls on its own on a phone. */
function FactTable({ block: { head, rows }, page }: { block: Block & { kind: 'table' }; page: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className="overflow-x-auto" tabIndex={0}>
      <table className="w-full min-w-[480px] border-collapse text-left">
        <thead className="bg-sunken text-[12px] text-ink-2">
          <tr className="h-8">
            {head.map((title) => (
              <th key={title} scope="col" className="px-3 font-medium">
                <Words text={title} page={page} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells) => (
            <tr key={cells.join()} className="border-b border-line align-top">
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a page never changes
                <td key={at} className="px-3 py-2">
                  <Words text={cell} page={page} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Rules, each with its own URL. */
function RuleTable({ block, page, shown }: { block: Block & { kind: 'table' }; page: string; shown: string }) {
  return (
    <table className="w-full border-collapse text-left">
      <thead className="bg-sunken text-[12px] text-ink-2">
        <tr className="h-8">
          {block.head.map((title) => (
            <th key={title} scope="col" className="px-3 font-medium">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map(([id = '', rule = '']) => (
          <tr
            key={id}
            id={id}
            className={classNames('border-b border-line align-top', id === shown && 'bg-brand-soft')}
          >
            <td className="w-28 px-3 py-2 font-mono text-[11.5px] leading-5 whitespace-nowrap">
              <Link
                to="/help"
                search={{ guide: page }}
                hash={id}
                className="text-brand-ink underline-offset-2 hover:underline"
              >
                {id}
              </Link>
            </td>
            <td className="px-3 py-2">
              <Words text={rule} page={page} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Words({ text, page }: { text: string; page: string }) {
  return piecesOf(text).map(({ isCode, text: piece, href }, at) => {
    if (isCode) {
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes
        <code key={at} className="rounded bg-sunken px-1 font-mono text-[11.5px]">
          {piece}
        </code>
      )
    }
    // biome-ignore lint/suspicious/noArrayIndexKey: a line never changes
    return href === undefined ? piece : <TextLink key={at} href={href} page={page} text={piece} />
  })
}

const linkClass = 'text-brand-ink underline underline-offset-2'

/** Link in a text; plain text if its target is not part of the application. */
function TextLink({ href, page, text }: { href: string; page: string; text: string }) {
  const target = targetOf(href, page, window.location.origin)
  if (target === undefined) return text
  if ('address' in target) {
    return (
      <a href={target.address} className={linkClass}>
        {text}
      </a>
    )
  }
  return (
    <Link to="/help" search={{ guide: target.guide }} hash={target.hash} className={linkClass}>
      {text}
    </Link>
  )
}
