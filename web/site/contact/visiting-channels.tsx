import { IconBrandWhatsapp, IconCalendarTime, IconRoute } from '@tabler/icons-react'
import { directions, hours, whatsApp } from '#institute/visiting.ts'

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

/** Among the ways to reach the institute: those that it has filled. */
export function VisitingChannels() {
  return (
    <>
      {whatsApp && (
        <div>
          <dt>
            <IconBrandWhatsapp {...icon} /> WhatsApp
          </dt>
          <dd>
            <a href={toWhatsAppHref(whatsApp)} rel="noopener">
              {whatsApp}
            </a>
          </dd>
        </div>
      )}
      {directions && (
        <div>
          <dt>
            <IconRoute {...icon} /> Directions
          </dt>
          <dd>
            <a href={directions} rel="noopener">
              Show the way on a map
            </a>
          </dd>
        </div>
      )}
      {hours.length > 0 && (
        <div>
          <dt>
            <IconCalendarTime {...icon} /> Visiting hours
          </dt>
          {hours.map(({ days, time }) => (
            <dd key={days}>{`${days}: ${time}`}</dd>
          ))}
        </div>
      )}
    </>
  )
}

function toWhatsAppHref(phone: string): string {
  return `https://wa.me/${phone.replace(/\D/g, '')}`
}
