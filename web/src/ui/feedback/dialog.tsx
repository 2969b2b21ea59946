import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import './dialog.css';
import type { ReactNode } from 'react';
import { Drawer, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../parts/icon';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Buttons at the bottom; a form has its own. */
  readonly actions?: ReactNode;
  /** Docked at the right so that the page stays in view, or in the middle. */
  readonly place?: 'side' | 'center';
  /** Wide enough for two columns. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}

/** A dialog of Mantine's: focus stays inside, Escape closes it, the focus returns to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  actions,
  place = 'side',
  wide = false,
  children,
}: DialogProps) {
  const { t } = useTranslation();
  const shared = {
    opened: open,
    onClose,
    title,
    padding: 'var(--gutter)',
    transitionProps: { exitDuration: 0 },
    // The page has its own header landmark.
    attributes: { header: { role: 'none' } },
    closeButtonProps: { 'aria-label': t('common.close'), icon: <Icon name="close" />, size: 44 },
    children: (
      <>
        {children}
        {actions !== undefined && <div className="dialog-actions">{actions}</div>}
      </>
    ),
  };
  return place === 'center' ? (
    <Modal centered size={wide ? 720 : 480} radius="lg" {...shared} />
  ) : (
    <Drawer position="right" size={640} className="side-dialog" {...shared} />
  );
}
