import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './button';

interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  /** Buttons at the bottom. */
  readonly actions: ReactNode;
  /** Docked at the right so that the page stays in view, or in the middle. */
  readonly place?: 'side' | 'center';
  readonly children: ReactNode;
}

/** The browser's own dialog: focus stays inside, Escape closes it, the focus returns to where it was. */
export function Dialog({ open, onClose, title, actions, place = 'side', children }: DialogProps) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    if (open && !element.open) element.showModal();
    if (!open && element.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      className={place === 'center' ? 'dialog dialog-center' : 'dialog'}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={(event) => {
        // Only the backdrop is the dialog element itself: its content covers the rest.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={titleId} tabIndex={-1} autoFocus>
          {title}
        </h2>
        <IconButton icon="close" label={t('common.close')} onClick={onClose} />
      </div>
      <div className="dialog-body" tabIndex={0} role="region" aria-labelledby={titleId}>
        {open && children}
      </div>
      <div className="dialog-foot">{actions}</div>
    </dialog>
  );
}
