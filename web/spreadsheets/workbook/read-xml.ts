import { decodeXMLStrict } from 'entities'
import { Tokenizer } from 'htmlparser2'

export type Attributes = Readonly<Record<string, string | undefined>>

export type XmlHandlers = {
  readonly onOpen: (name: string, attributes: Attributes) => void
  readonly onClose?: (name: string) => void
  readonly onText?: (text: string) => void
}

/**
 * Goes over an XML part once, whatever stands in it. Names come without their namespace, and no
 * entity but XML's own five and numbers is ever expanded.
 */
export function readXml(xml: string, { onOpen, onClose, onText }: XmlHandlers) {
  let name = ''
  let attribute = ''
  let attributes: Record<string, string> = {}
  const readName = (from: number, to: number) => {
    const whole = xml.slice(from, to)
    return whole.slice(whole.indexOf(':') + 1)
  }
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    {
      ontext: (from, to) => onText?.(decodeXMLStrict(xml.slice(from, to))),
      oncdata: (from, to, endLength) => onText?.(xml.slice(from, to - endLength)),
      onopentagname(from, to) {
        name = readName(from, to)
        attributes = {}
      },
      onattribname(from, to) {
        attribute = readName(from, to)
      },
      onattribdata(from, to) {
        attributes[attribute] = decodeXMLStrict(xml.slice(from, to))
      },
      onopentagend: () => onOpen(name, attributes),
      onselfclosingtag() {
        onOpen(name, attributes)
        onClose?.(name)
      },
      onclosetag: (from, to) => onClose?.(readName(from, to)),
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onattribend() {},
      onattribentity() {},
      ontextentity() {},
      onend() {},
    },
  )
  tokenizer.write(xml)
  tokenizer.end()
}
