import type { IconName } from '../icon/icon-name.ts';

export type Tone = 'neutral' | 'info' | 'action' | 'success' | 'warning' | 'destructive';

export const toneBoxClasses: Record<Tone, string> = {
  neutral: 'border-neutral bg-neutral text-neutral',
  info: 'border-info bg-info text-info',
  action: 'border-action bg-action text-action',
  success: 'border-success bg-success text-success',
  warning: 'border-warning bg-warning text-warning',
  destructive: 'border-destructive bg-destructive text-destructive',
};

export const toneIconClasses: Record<Tone, string> = {
  neutral: 'text-neutral-icon',
  info: 'text-info-icon',
  action: 'text-action-icon',
  success: 'text-success-icon',
  warning: 'text-warning-icon',
  destructive: 'text-destructive-icon',
};

export const toneIcons: Record<Tone, IconName> = {
  neutral: 'info',
  info: 'info',
  action: 'info',
  success: 'check-circle',
  warning: 'alert-triangle',
  destructive: 'alert-circle',
};
