import { terminalLoginCalls } from '@portal/contract';
import { contractMutation } from './cache/contract-endpoints.ts';
import { portalApi } from './cache/portal-api.ts';

const terminalLoginsApi = portalApi.injectEndpoints({
  endpoints: (build) => ({
    findDevice: contractMutation(build, terminalLoginCalls.findDevice),
    approveDevice: contractMutation(build, terminalLoginCalls.approveDevice),
    denyDevice: contractMutation(build, terminalLoginCalls.denyDevice),
    approveTerminal: contractMutation(build, terminalLoginCalls.approveTerminal),
  }),
});

export const { useFindDeviceMutation, useApproveDeviceMutation, useDenyDeviceMutation, useApproveTerminalMutation } =
  terminalLoginsApi;
