import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Paper.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import { Menu } from '@mantine/core'
import { IconKey, IconLogout } from '@tabler/icons-react'
import { Link } from 'react-router'
import { screens } from '#contract/screens.ts'
import { Avatar } from './avatar.tsx'
import css from './navbar.module.css'

type AccountMenuProps = { readonly name: string; readonly onLogout: () => void }

export default function AccountMenu({ name, onLogout }: AccountMenuProps) {
  return (
    <Menu width={220}>
      <Menu.Target>
        <button type="button" className={css.avatar} aria-label={`Account of ${name}`}>
          <Avatar name={name} />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{name}</Menu.Label>
        <Menu.Item
          component={Link}
          to={screens.changePassword}
          leftSection={<IconKey size={18} stroke={1.75} />}
        >
          Change password
        </Menu.Item>
        <Menu.Item onClick={onLogout} leftSection={<IconLogout size={18} stroke={1.75} />}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
