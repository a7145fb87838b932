const ruleId = /(?<![\w[/-])[A-Z][A-Z0-9]*-\d+(?![\w\]-])/g

/**
 * Makes ids of rules in the descriptions of a document links to their rows in the documentation of this server.
 * @param rules address of each rule, by its id; other ids stay as they are
 */
export function withRuleLinks(document: unknown, rules: Readonly<Record<string, string>>): unknown {
  if (Array.isArray(document)) return document.map((one) => withRuleLinks(one, rules))
  if (document === null || typeof document !== 'object') return document
  return Object.fromEntries(
    Object.entries(document).map(([name, value]) => [
      name,
      name === 'description' && typeof value === 'string' ? linked(value, rules) : withRuleLinks(value, rules),
    ]),
  )
}

function linked(text: string, rules: Readonly<Record<string, string>>): string {
  return text.replace(ruleId, (id) => (Object.hasOwn(rules, id) ? `[${id}](${rules[id]})` : id))
}
