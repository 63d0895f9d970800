import type { ReactNode } from 'react';

const Icon = ({ children }: { readonly children: ReactNode }) => (
  <svg
    width="20"
    height="20"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    {children}
  </svg>
);

export const BellIcon = () => (
  <Icon>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 2h-15zM10 21h4" />
  </Icon>
);

export const SearchIcon = () => (
  <Icon>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </Icon>
);

export const WarningIcon = () => (
  <Icon>
    <path d="M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.2" />
  </Icon>
);

export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  </Icon>
);

export const MoonIcon = () => (
  <Icon>
    <path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />
  </Icon>
);

export const HomeIcon = () => (
  <Icon>
    <path d="M4 11.5 12 4l8 7.5M6 10v9.5h12V10M10 19.5v-6h4v6" />
  </Icon>
);

export const CalendarIcon = () => (
  <Icon>
    <path d="M4 6h16v14H4zM4 10.5h16M8 3v5M16 3v5" />
  </Icon>
);

export const JobIcon = () => (
  <Icon>
    <path d="M3.5 8h17v11.5h-17zM8.5 8V4.5h7V8M3.5 13h17" />
  </Icon>
);

export const InboxIcon = () => (
  <Icon>
    <path d="M6.5 5h11l3 8v6.5h-17V13zM3.5 13h5l1.5 3h4l1.5-3h5" />
  </Icon>
);

export const CustomersIcon = () => (
  <Icon>
    <circle cx="9" cy="8" r="3.5" />
    <path d="M2.5 20a6.5 6.5 0 0 1 13 0M16 4.8a3.5 3.5 0 0 1 0 6.4M18 14.2a6.5 6.5 0 0 1 3.5 5.8" />
  </Icon>
);

export const AssetIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM8 15.5h8" />
    <circle cx="12" cy="10" r="2.5" />
  </Icon>
);

export const BoxIcon = () => (
  <Icon>
    <path d="m12 3 8.5 4.5v9L12 21l-8.5-4.5v-9zM3.5 7.5 12 12l8.5-4.5M12 12v9" />
  </Icon>
);

export const TechnicianIcon = () => (
  <Icon>
    <path d="M5 11a7 7 0 0 1 14 0M3.5 11h17M10 4.2V8M14 4.2V8M7.5 11.5a4.5 4.5 0 0 0 9 0M4 21a8 8 0 0 1 16 0" />
  </Icon>
);

export const KeyIcon = () => (
  <Icon>
    <circle cx="8" cy="15.5" r="4" />
    <path d="M11 12.5 20 3.5M16 7.5l3 3" />
  </Icon>
);

export const WebhookIcon = () => (
  <Icon>
    <circle cx="6" cy="17" r="2.5" />
    <circle cx="18" cy="17" r="2.5" />
    <circle cx="12" cy="6.5" r="2.5" />
    <path d="M8.5 17h7M7.2 14.8 10.8 8.7M13.2 8.7l3.6 6.1" />
  </Icon>
);

export const SendIcon = () => (
  <Icon>
    <path d="m4 4.5 17 7.5-17 7.5L7 12zM7 12h7" />
  </Icon>
);

export const LogIcon = () => (
  <Icon>
    <path d="M4 6h.1M8 6h12M4 12h.1M8 12h12M4 18h.1M8 18h12" />
  </Icon>
);

export const BookIcon = () => (
  <Icon>
    <path d="M12 6.5C9.5 4.7 6.5 4.5 3.5 5v13.5c3-.5 6-.3 8.5 1.5 2.5-1.800 5.5-2 8.5-1.5V5c-3-.5-6-.3-8.5 1.5zM12 6.5V20" />
  </Icon>
);

export const ActivityIcon = () => (
  <Icon>
    <path d="M3 12h4l3-8 4 16 3-8h4" />
  </Icon>
);

export const TeamIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 20.5a8 8 0 0 1 16 0" />
  </Icon>
);

export const SettingsIcon = () => (
  <Icon>
    <path d="M4 7h9M19 7h1M4 17h1M11 17h9" />
    <circle cx="16" cy="7" r="2.5" />
    <circle cx="8" cy="17" r="2.5" />
  </Icon>
);

export const MoreIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
);

export const OpensTabIcon = () => (
  <Icon>
    <path d="M8 16 17 7M9.5 7H17v7.5" />
  </Icon>
);
